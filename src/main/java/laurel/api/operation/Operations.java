package laurel.api.operation;

import graphql.ExecutionResult;
import graphql.GraphQLError;
import graphql.language.OperationDefinition;
import graphql.language.OperationDefinition.Operation;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.api.access.Caller;
import laurel.api.engine.DocumentCache;
import laurel.api.engine.Engine;
import laurel.api.engine.ExecutedRequest;
import laurel.api.engine.GraphQLRequest;
import laurel.api.engine.ParsedDocument;
import laurel.api.engine.ShutdownState;
import laurel.api.engine.StartedOperation;
import laurel.api.error.CodedError;
import laurel.api.error.Failures;
import laurel.request.Emission;
import laurel.request.JsonBytes;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * Operations of every kind over connections that stay: queries and mutations are answered once, subscriptions
 * again and again.
 */
@Singleton
public final class Operations {
    private final DocumentCache documents;
    private final Engine engine;
    private final Failures failures;
    private final Clock clock;
    private final ShutdownState stopping;
    private final AtomicInteger busy = new AtomicInteger();
    private final ExecutorService executor = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("operation-", 0).factory());

    Operations(DocumentCache documents, Engine engine, Failures failures, Clock clock, ShutdownState stopping) {
        this.documents = documents;
        this.engine = engine;
        this.failures = failures;
        this.clock = clock;
        this.stopping = stopping;
    }

    @PreDestroy
    void stop() {
        executor.shutdownNow();
    }

    /** Where operations run: each on a thread of its own, which may block. */
    public Executor executor() {
        return task -> {
            busy.incrementAndGet();
            try {
                executor.execute(() -> {
                    try {
                        task.run();
                    } finally {
                        busy.decrementAndGet();
                    }
                });
            } catch (RejectedExecutionException e) {
                busy.decrementAndGet();
                throw e;
            }
        };
    }

    /** Whether none is under way. */
    public boolean idle() {
        return busy.get() == 0;
    }

    /** Which kind of operation a request has; empty where it cannot be run at all. */
    public Optional<Operation> kind(GraphQLRequest request) {
        return documents.of(request.query()) instanceof ParsedDocument.Valid valid
                ? Optional.of(valid.operation(request.operationName()).getOperation())
                : Optional.empty();
    }

    /** Whether a request is a subscription that can be run. */
    public boolean isSubscription(GraphQLRequest request) {
        try {
            return kind(request).filter(Operation.SUBSCRIPTION::equals).isPresent();
        } catch (RequestException e) {
            return false;
        }
    }

    /**
     * What a request comes to; whatever is wrong with it is in the answer.
     *
     * @param after where a subscription goes on, whatever its arguments say; null where they do
     */
    StartedOperation open(GraphQLRequest request, Caller caller, @Nullable String after) {
        if (stopping.finishing()) {
            return new StartedOperation.Answer(failed(ShutdownState.refusal()));
        }
        try {
            return switch (documents.of(request.query())) {
                case ParsedDocument.Invalid invalid ->
                    new StartedOperation.Answer(ExecutionResult.newExecutionResult()
                            .errors(invalid.errors())
                            .build());
                case ParsedDocument.Valid valid -> open(request, valid, caller, after);
            };
        } catch (Throwable e) {
            return new StartedOperation.Answer(failed(e));
        }
    }

    private StartedOperation open(
            GraphQLRequest request, ParsedDocument.Valid document, Caller caller, @Nullable String after) {
        OperationDefinition operation = document.operation(request.operationName());
        return operation.getOperation() == Operation.SUBSCRIPTION
                ? engine.open(request, document, caller.at(clock.instant()), after)
                : new StartedOperation.Answer(engine.run(request, document, caller.at(clock.instant())));
    }

    /** The JSON of what this request selects of an emission, the same bytes for all who select the same. */
    CompletableFuture<byte[]> rendered(Emission emission, SubscriptionSelection selection) {
        return emission.rendered(selection, executor, told -> {
            ExecutedRequest executed = tell(told, selection);
            try {
                return rendered(executed.result());
            } finally {
                executed.over().run();
            }
        });
    }

    private static byte[] rendered(ExecutionResult result) {
        if (result.getData() == null) {
            throw new UntoldException(result.getErrors().stream()
                    .map(GraphQLError::toSpecification)
                    .toList());
        }
        return JsonBytes.of(result.toSpecification());
    }

    /** Why an emission could not be rendered, as its subscribers may see it. */
    List<?> errors(Throwable failure) {
        return failure instanceof UntoldException untold
                ? untold.errors()
                : List.of(CodedError.of(failures.explain(failure)).toSpecification());
    }

    /** The JSON of a result; where it holds what is no JSON, of that fault. */
    byte[] json(ExecutionResult result) {
        try {
            return JsonBytes.of(result.toSpecification());
        } catch (Throwable e) {
            return JsonBytes.of(failed(e).toSpecification());
        }
    }

    private ExecutedRequest tell(Emission emission, SubscriptionSelection selection) {
        try {
            return documents.of(selection.request().query()) instanceof ParsedDocument.Valid valid
                    ? engine.tell(selection.request(), valid, selection.caller().at(clock.instant()), emission)
                    : ExecutedRequest.now(failed(new IllegalStateException("a document that was valid is so no more")));
        } catch (Throwable e) {
            return ExecutedRequest.now(failed(e));
        }
    }

    /** What was thrown, as its caller may see it. */
    public RequestException explain(Throwable thrown) {
        return failures.explain(thrown);
    }

    private ExecutionResult failed(Throwable thrown) {
        RequestException explained = explain(thrown);
        return ExecutionResult.newExecutionResult()
                .addError(CodedError.of(explained))
                .build();
    }

    /** What a subscription selects, equal for those who may be told the same bytes. */
    SubscriptionSelection selection(GraphQLRequest request, Caller caller) {
        return documents.of(request.query()) instanceof ParsedDocument.Valid valid
                ? new SubscriptionSelection(plain(Resumption.without(request, valid)), caller)
                : new SubscriptionSelection(plain(request), caller);
    }

    /** Without extensions, which change nothing of what is told, and which a client may fill with what is only its own. */
    private static GraphQLRequest plain(GraphQLRequest request) {
        return new GraphQLRequest(request.query(), request.operationName(), request.variables(), Map.of());
    }

    /** Nothing of an emission could be told, and so its subscribers are told no more: who resumes misses nothing. */
    private static final class UntoldException extends RuntimeException {
        private final transient List<?> errors;

        /** @param errors why, as GraphQL has them */
        UntoldException(List<?> errors) {
            super("an emission could not be rendered");
            this.errors = List.copyOf(errors);
        }

        List<?> errors() {
            return errors;
        }
    }
}
