package laurel.api.engine;

import static java.util.Objects.requireNonNull;

import graphql.ExecutionInput;
import graphql.ExecutionResult;
import graphql.GraphQL;
import graphql.execution.ResultNodesInfo;
import graphql.execution.instrumentation.dataloader.DataLoaderDispatchingContextKeys;
import graphql.language.OperationDefinition;
import graphql.normalized.ExecutableNormalizedOperation;
import io.micronaut.context.annotation.Context;
import jakarta.annotation.PreDestroy;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import laurel.Serving;
import laurel.api.error.CodedError;
import laurel.api.error.Failures;
import laurel.api.error.GraphQLJavaErrors;
import laurel.api.error.VariableErrors;
import laurel.graphql.AnswerBudget;
import laurel.graphql.Binding;
import laurel.graphql.LazyLoaders;
import laurel.graphql.RequestContext;
import laurel.graphql.Subscribed;
import laurel.request.Emission;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Runs one operation on a thread of its own, and blocks until the answer is whole or its time is up. Made as the service
 * starts, so that a schema that does not fit its bindings stops it there and not at the first request.
 */
@Context
@Serving
public final class Engine {
    private final GraphQL graphQL;
    private final List<Binding> bindings;
    private final RequestLimits limits;
    private final Failures failures;
    private final GraphQLJavaErrors errors;
    private final VariableErrors misfit;
    private final ResponseImmutability immutability;
    private final LargeResponseLimiter largeAnswers;
    private final ThreadFactory threads = Thread.ofVirtual().name("request-", 0).factory();
    private final ShutdownState stopping;
    private final ScheduledThreadPoolExecutor alarms;

    Engine(
            GraphQL graphQL,
            List<Binding> bindings,
            RequestLimits limits,
            Failures failures,
            GraphQLJavaErrors errors,
            VariableErrors misfit,
            ResponseImmutability immutability,
            LargeResponseLimiter largeAnswers,
            ShutdownState stopping) {
        this.graphQL = graphQL;
        this.bindings = List.copyOf(bindings);
        this.limits = limits;
        this.failures = failures;
        this.errors = errors;
        this.misfit = misfit;
        this.immutability = immutability;
        this.largeAnswers = largeAnswers;
        this.stopping = stopping;
        this.alarms = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("request-deadlines").factory());
        alarms.setRemoveOnCancelPolicy(true);
        // Once the service has stopped, nothing is late any more.
        alarms.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    @PreDestroy
    void stop() {
        alarms.shutdownNow();
    }

    /** The result; what went wrong is in its errors, each of them with a code. */
    public ExecutedRequest run(GraphQLRequest request, ParsedDocument.Valid document, RequestContext context) {
        return run(input(request, document, context), document.operation(request.operationName()));
    }

    /**
     * Where the emissions of a subscription come from, or why nowhere.
     *
     * @param after where it goes on, whatever its arguments say; null where they do
     */
    public StartedOperation open(
            GraphQLRequest request, ParsedDocument.Valid document, RequestContext context, @Nullable String after) {
        ExecutionInput input = input(request, document, context);
        if (after != null) {
            Subscribed.resume(input.getGraphQLContext(), after);
        }
        ExecutionResult result =
                run(input, document.operation(request.operationName())).release();
        return result.getErrors().isEmpty()
                ? Subscribed.source(input.getGraphQLContext())
                        .<StartedOperation>map(StartedOperation.Stream::new)
                        .orElseGet(() -> new StartedOperation.Answer(result))
                : new StartedOperation.Answer(result);
    }

    /** What a subscription selects of an emission, as a request of its own. */
    public ExecutedRequest tell(
            GraphQLRequest request, ParsedDocument.Valid document, RequestContext context, Emission emission) {
        ExecutionInput input = input(request, document, context);
        input.getGraphQLContext().put(Emission.class, emission);
        return run(input, document.operation(request.operationName()));
    }

    /** Waits for the answer, and no longer than its time: whoever makes it may not know that it is late. */
    private ExecutedRequest run(ExecutionInput input, OperationDefinition operation) {
        if (stopping.over()) {
            return ExecutedRequest.now(failed(ShutdownState.refusal()));
        }
        var answer = new CompletableFuture<ExecutedRequest>();
        var deadline = new Deadline(limits.requestTime(), alarms);
        AnswerBudget budget = input.getGraphQLContext().get(AnswerBudget.class);
        deadline.onPass(() -> {
            answer.complete(ExecutedRequest.now(failed(deadline.stopped() ? ShutdownState.stopped() : timeout())));
            budget.stop();
        });
        input.getGraphQLContext().put(Deadline.class, deadline);
        stopping.enter(deadline);
        Thread worker = threads.newThread(() -> work(input, operation, deadline, answer));
        deadline.interrupting(worker);
        worker.start();
        try {
            return awaited(answer, deadline);
        } catch (CompletionException e) {
            return ExecutedRequest.now(failed(failures.explain(Failures.unwrap(e))));
        } finally {
            stopping.leave(deadline);
        }
    }

    private static ExecutedRequest awaited(CompletableFuture<ExecutedRequest> answer, Deadline deadline) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            // The service is stopping: this completes the answer, or the worker just has.
            deadline.stop();
            return answer.join();
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }

    // Whatever is thrown, an Error too, must become an answer.
    private void work(
            ExecutionInput input,
            OperationDefinition operation,
            Deadline deadline,
            CompletableFuture<ExecutedRequest> answer) {
        LargeResponseLimiter.Pass pass = input.getGraphQLContext().get(LargeResponseLimiter.Pass.class);
        try (deadline) {
            ExecutedRequest executed = executed(input, checked(input, execute(input), operation), pass);
            if (!answer.complete(executed)) {
                executed.over().run();
            }
        } catch (Throwable e) {
            pass.leave();
            answer.completeExceptionally(e);
        }
    }

    private ExecutedRequest executed(ExecutionInput input, ExecutionResult result, LargeResponseLimiter.Pass pass) {
        ExecutableNormalizedOperation operation = input.getGraphQLContext().get(ExecutableNormalizedOperation.class);
        boolean immutable = operation != null && immutability.of(operation, result);
        if (pass.entered()) {
            // Should nobody say that it is over: a connection that takes longer is closed.
            alarms.schedule(pass::leave, limits.sendTime().toMillis(), TimeUnit.MILLISECONDS);
        }
        return new ExecutedRequest(
                operation == null ? result : OperationCost.of(operation).added(result),
                immutable,
                pass.entered(),
                pass::leave);
    }

    private ExecutionInput input(GraphQLRequest request, ParsedDocument.Valid document, RequestContext context) {
        var pass = new LargeResponseLimiter.Pass(largeAnswers, context.app());
        var budget = new AnswerBudget(limits.responseSize(), pass::enter);
        var loaders = new LazyLoaders(budget);
        bindings.forEach(binding -> binding.register(loaders, context));
        ExecutionInput input = ExecutionInput.newExecutionInput(request.query())
                .operationName(request.operationName())
                .variables(request.variables())
                .extensions(request.extensions())
                .locale(Locale.ENGLISH)
                .dataLoaderRegistry(loaders)
                .graphQLContext(context.entries())
                .graphQLContext(entries -> entries.put(GraphQLRequest.class, request)
                        .put(ParsedDocument.class, document)
                        // Dispatches whenever nothing else is left to do, so that a fetcher may chain one load to
                        // another.
                        .put(DataLoaderDispatchingContextKeys.ENABLE_DATA_LOADER_EXHAUSTED_DISPATCHING, true)
                        .put(ResultNodesInfo.MAX_RESULT_NODES, limits.responseValues())
                        .put(LargeResponseLimiter.Pass.class, pass)
                        .put(AnswerBudget.class, budget))
                .build();
        budget.stopped().thenRun(input::cancel);
        return input;
    }

    // Whatever is thrown, an Error too, must become an answer: nobody above here knows how to word one.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private ExecutionResult execute(ExecutionInput input) {
        try {
            AnswerBudget budget = input.getGraphQLContext().get(AnswerBudget.class);
            CompletableFuture<ExecutionResult> made = graphQL.executeAsync(input);
            // What is stopped in the middle may never be done: nobody dispatches its loaders any more.
            CompletableFuture.anyOf(made, budget.stopped()).get();
            ExecutionResult result = made.isDone()
                    ? made.get()
                    : ExecutionResult.newExecutionResult().build();
            return result.getData() instanceof Publisher<?> told
                    ? SubscriptionEventErrors.emission(input.getGraphQLContext(), () -> only(told))
                    : result;
        } catch (InterruptedException e) {
            return failed(new RequestException(RequestErrorCode.UNAVAILABLE, "The service is stopping", e));
        } catch (Throwable e) {
            return failed(failures.explain(Failures.unwrap(e)));
        }
    }

    /** The one emission that {@link Subscribed} gives to an execution. */
    private static ExecutionResult only(Publisher<?> told) {
        return (ExecutionResult) requireNonNull(Mono.from(told).block());
    }

    private ExecutionResult checked(ExecutionInput input, ExecutionResult result, OperationDefinition operation) {
        ResultNodesInfo nodes = input.getGraphQLContext().get(ResultNodesInfo.RESULT_NODES_INFO);
        AnswerBudget budget = input.getGraphQLContext().get(AnswerBudget.class);
        if (budget.exceeded()) {
            return failed(budget.refusal());
        }
        if (nodes != null && nodes.isMaxResultNodesExceeded()) {
            return failed(new RequestException(
                    RequestErrorCode.LIMIT_EXCEEDED,
                    "The response has more than " + limits.responseValues()
                            + " values, the maximum (`laurel.limits.response-values`);"
                            + " request less at once."));
        }
        if (result.getErrors().isEmpty()) {
            return result;
        }
        List<CodedError> coded =
                SubscriptionEventErrors.explained(input.getGraphQLContext(), result.getErrors()).stream()
                        .limit(AnswerBudget.MOST_ERRORS)
                        .map(errors::coded)
                        .toList();
        return result.transform(builder -> builder.errors(List.copyOf(placed(coded, operation, input))));
    }

    /** A variable that is refused is the only error. */
    private List<CodedError> placed(List<CodedError> coded, OperationDefinition operation, ExecutionInput input) {
        boolean mayBeOfVariables = coded.size() == 1 && coded.getFirst().code() == RequestErrorCode.INVALID_ARGUMENT;
        return mayBeOfVariables ? misfit.first(operation, input).map(List::of).orElse(coded) : coded;
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
