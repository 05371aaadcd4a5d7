package laurel.api.engine;

import static java.util.Objects.requireNonNull;

import graphql.ExecutionInput;
import graphql.ExecutionResult;
import graphql.GraphQL;
import graphql.execution.ResultNodesInfo;
import graphql.language.OperationDefinition;
import graphql.normalized.ExecutableNormalizedOperation;
import io.micronaut.context.annotation.Context;
import jakarta.annotation.PreDestroy;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;
import laurel.Serving;
import laurel.api.access.Caller;
import laurel.api.error.CodedError;
import laurel.api.error.Failures;
import laurel.api.error.GraphQLJavaErrors;
import laurel.api.error.VariableErrors;
import laurel.api.rate.Budget;
import laurel.graphql.RequestContext;
import laurel.graphql.ResponseBudget;
import laurel.graphql.Subscribed;
import laurel.request.Emission;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Executes operations. Each runs on its own virtual thread; the caller waits for the complete result or the deadline. Created
 * when the service starts, so that a schema that does not match its bindings prevents the start.
 */
@Context
@Serving
public final class Engine {
    private final GraphQL graphQL;
    private final ExecutionInputs inputs;
    private final RequestLimits limits;
    private final Failures failures;
    private final GraphQLJavaErrors errors;
    private final VariableErrors variableErrors;
    private final ResponseImmutability immutability;
    private final ThreadFactory threads = Thread.ofVirtual().name("request-", 0).factory();
    private final ShutdownState shutdown;
    private final ScheduledThreadPoolExecutor timers;

    Engine(
            GraphQL graphQL,
            ExecutionInputs inputs,
            RequestLimits limits,
            Failures failures,
            GraphQLJavaErrors errors,
            VariableErrors variableErrors,
            ResponseImmutability immutability,
            ShutdownState shutdown) {
        this.graphQL = graphQL;
        this.inputs = inputs;
        this.limits = limits;
        this.failures = failures;
        this.errors = errors;
        this.variableErrors = variableErrors;
        this.immutability = immutability;
        this.shutdown = shutdown;
        this.timers = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("request-deadlines").factory());
        timers.setRemoveOnCancelPolicy(true);
        // After shutdown there are no deadlines any more.
        timers.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    @PreDestroy
    void stop() {
        timers.shutdownNow();
    }

    /** Executes a query or a mutation. All failures are errors of the result, each with a code. */
    public ExecutedRequest execute(GraphQLRequest request, ParsedDocument.Valid document, Caller caller, Instant now) {
        OperationDefinition operation = document.operation(request.operationName());
        if (operation.getOperation() != OperationDefinition.Operation.QUERY) {
            return execute(inputs.create(request, document, caller, now), operation);
        }
        // The second attempt is not charged again.
        return execute(
                inputs.createCached(request, document, caller, now),
                operation,
                () -> inputs.create(request, document, caller.with(Budget.UNLIMITED), now));
    }

    /**
     * Starts a subscription. Returns its source, or the errors.
     *
     * @param after cursor to resume after, instead of the argument of the subscription; null to use the argument
     */
    public StartedOperation subscribe(
            GraphQLRequest request, ParsedDocument.Valid document, Caller caller, Instant now, @Nullable String after) {
        ExecutionInput input = inputs.create(request, document, caller, now);
        if (after != null) {
            Subscribed.resume(input.getGraphQLContext(), after);
        }
        ExecutionResult result =
                execute(input, document.operation(request.operationName())).release();
        return result.getErrors().isEmpty()
                ? Subscribed.source(input.getGraphQLContext())
                        .<StartedOperation>map(StartedOperation.SourceStream::new)
                        .orElseGet(() -> new StartedOperation.SingleResult(result))
                : new StartedOperation.SingleResult(result);
    }

    /**
     * Executes the selection of a subscription for emissions. The data of several is a list, one object for each; their errors
     * do not say which of them has failed.
     */
    public ExecutedRequest executeEvents(
            GraphQLRequest request,
            ParsedDocument.Valid document,
            Caller caller,
            Instant now,
            List<Emission> emissions) {
        ExecutionInput input = inputs.create(request, document, caller, now);
        input.getGraphQLContext().put(Emission.class, emissions.getFirst());
        if (emissions.size() > 1) {
            input.getGraphQLContext().put(EventBatch.class, EventBatch.of(emissions));
        }
        return execute(input, document.operation(request.operationName()));
    }

    private ExecutedRequest execute(ExecutionInput input, OperationDefinition operation) {
        return execute(input, operation, () -> input);
    }

    /**
     * Waits for the result until the deadline. The worker may not notice that it is late.
     *
     * @param uncached creates the input of another execution, if one has used outdated rows from memory
     */
    private ExecutedRequest execute(
            ExecutionInput input, OperationDefinition operation, Supplier<ExecutionInput> uncached) {
        if (shutdown.refusesAll()) {
            return ExecutedRequest.of(failed(ShutdownState.refused()));
        }
        var response = new CompletableFuture<ExecutedRequest>();
        var deadline = new Deadline(limits.requestTime(), timers);
        stopAt(deadline, input, response);
        shutdown.add(deadline);
        Thread worker = threads.newThread(() -> work(input, operation, uncached, deadline, response));
        deadline.setWorker(worker);
        worker.start();
        try {
            return await(response, deadline);
        } catch (CompletionException e) {
            return ExecutedRequest.of(failed(failures.explain(Failures.unwrap(e))));
        } finally {
            shutdown.remove(deadline);
        }
    }

    private void stopAt(Deadline deadline, ExecutionInput input, CompletableFuture<ExecutedRequest> response) {
        ResponseBudget budget = input.getGraphQLContext().get(ResponseBudget.class);
        deadline.onPass(() -> {
            response.complete(ExecutedRequest.of(failed(deadline.isStopped() ? ShutdownState.stopped() : timeout())));
            budget.stop();
        });
        input.getGraphQLContext().put(Deadline.class, deadline);
    }

    private static ExecutedRequest await(CompletableFuture<ExecutedRequest> response, Deadline deadline) {
        try {
            return response.get();
        } catch (InterruptedException e) {
            // The service stops. Either this completes the response, or the worker has just done so.
            deadline.stop();
            return response.join();
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }

    // Every throwable, even an Error, must become a response.
    private void work(
            ExecutionInput input,
            OperationDefinition operation,
            Supplier<ExecutionInput> uncached,
            Deadline deadline,
            CompletableFuture<ExecutedRequest> response) {
        ExecutionInput current = input;
        try (deadline) {
            ExecutionResult result = executeGraphQL(current);
            if (!deadline.hasPassed()
                    && !RequestContext.of(current.getGraphQLContext()).rows().areCurrent()) {
                permit(current).release();
                current = uncached.get();
                stopAt(deadline, current, response);
                result = executeGraphQL(current);
                keepCost(input, current);
            }
            ExecutedRequest executed = executed(current, checked(current, result, operation));
            if (!response.complete(executed)) {
                executed.release();
            }
        } catch (Throwable e) {
            permit(current).release();
            response.completeExceptionally(e);
        }
    }

    /** The first execution was charged. */
    private static void keepCost(ExecutionInput charged, ExecutionInput current) {
        OperationCost cost = charged.getGraphQLContext().get(OperationCost.class);
        if (cost != null) {
            current.getGraphQLContext().put(OperationCost.class, cost);
        }
    }

    private static LargeResponseLimiter.Permit permit(ExecutionInput input) {
        return input.getGraphQLContext().get(LargeResponseLimiter.Permit.class);
    }

    private ExecutedRequest executed(ExecutionInput input, ExecutionResult result) {
        LargeResponseLimiter.Permit permit = permit(input);
        ExecutableNormalizedOperation operation = input.getGraphQLContext().get(ExecutableNormalizedOperation.class);
        boolean immutable = operation != null && immutability.isImmutable(operation, result);
        OperationCost cost = input.getGraphQLContext().get(OperationCost.class);
        return new ExecutedRequest(
                cost == null ? result : cost.addTo(result, immutable),
                immutable,
                permit.isHeld(),
                RequestContext.of(input.getGraphQLContext()).owners(),
                permit::release);
    }

    // Every throwable, even an Error, must become a result with a code here.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private ExecutionResult executeGraphQL(ExecutionInput input) {
        try {
            ResponseBudget budget = input.getGraphQLContext().get(ResponseBudget.class);
            CompletableFuture<ExecutionResult> execution = graphQL.executeAsync(input);
            // A stopped execution may never complete, because its loaders are not dispatched any more.
            CompletableFuture.anyOf(execution, budget.stopped()).get();
            ExecutionResult result = execution.isDone()
                    ? execution.get()
                    : ExecutionResult.newExecutionResult().build();
            return result.getData() instanceof Publisher<?> event
                    ? SubscriptionEventErrors.execute(input.getGraphQLContext(), () -> only(event))
                    : result;
        } catch (InterruptedException e) {
            return failed(new RequestException(RequestErrorCode.UNAVAILABLE, "The service is stopping.", e));
        } catch (Throwable e) {
            return failed(failures.explain(Failures.unwrap(e)));
        }
    }

    /** Returns the single result of the publisher that {@link Subscribed} creates for an emission. */
    private static ExecutionResult only(Publisher<?> event) {
        return (ExecutionResult) requireNonNull(Mono.from(event).block());
    }

    private ExecutionResult checked(ExecutionInput input, ExecutionResult result, OperationDefinition operation) {
        ResultNodesInfo nodes = input.getGraphQLContext().get(ResultNodesInfo.RESULT_NODES_INFO);
        ResponseBudget budget = input.getGraphQLContext().get(ResponseBudget.class);
        if (budget.exceeded()) {
            return failed(budget.refusal());
        }
        if (nodes != null && nodes.isMaxResultNodesExceeded()) {
            return failed(new RequestException(
                    RequestErrorCode.LIMIT_EXCEEDED,
                    "The response has more than " + limits.responseValues()
                            + " values, the maximum (`laurel.limits.response-values`);" + " request less data."));
        }
        if (result.getErrors().isEmpty()) {
            return result;
        }
        List<CodedError> coded =
                SubscriptionEventErrors.replaceNullErrors(input.getGraphQLContext(), result.getErrors()).stream()
                        .limit(ResponseBudget.MAX_ERRORS)
                        .map(errors::coded)
                        .toList();
        return result.transform(builder -> builder.errors(List.copyOf(withVariablePaths(coded, operation, input))));
    }

    /** Replaces an error about variables, which is always the only error, by one that has the path. */
    private List<CodedError> withVariablePaths(
            List<CodedError> coded, OperationDefinition operation, ExecutionInput input) {
        boolean mayBeVariableError = coded.size() == 1 && coded.getFirst().code() == RequestErrorCode.INVALID_ARGUMENT;
        return mayBeVariableError
                ? variableErrors.first(operation, input).map(List::of).orElse(coded)
                : coded;
    }

    private RequestException timeout() {
        return new RequestException(
                RequestErrorCode.TIMEOUT,
                "The request took longer than " + limits.requestTime().toMillis()
                        + " ms, the maximum (`laurel.limits.request-time`), and was stopped;"
                        + " a mutation may or may not have been carried out.");
    }

    private static ExecutionResult failed(RequestException e) {
        return ExecutionResult.newExecutionResult().addError(CodedError.of(e)).build();
    }
}
