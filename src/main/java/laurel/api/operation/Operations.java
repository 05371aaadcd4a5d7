package laurel.api.operation;

import graphql.ExecutionResult;
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
import laurel.api.document.PersistedDocuments;
import laurel.api.engine.DocumentCache;
import laurel.api.engine.Engine;
import laurel.api.engine.GraphQLRequest;
import laurel.api.engine.Introspection;
import laurel.api.engine.ParsedDocument;
import laurel.api.engine.ShutdownState;
import laurel.api.engine.StartedOperation;
import laurel.api.error.CodedError;
import laurel.api.error.Failures;
import laurel.request.Emission;
import laurel.request.JsonBytes;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/** Starts operations on connections that stay open, and renders the events of subscriptions. */
@Singleton
public final class Operations {
    private final DocumentCache documents;
    private final PersistedDocuments persisted;
    private final Engine engine;
    private final EventRenderer renderer;
    private final Introspection introspection;
    private final Failures failures;
    private final Clock clock;
    private final ShutdownState shutdown;
    private final AtomicInteger running = new AtomicInteger();
    private final ExecutorService executor = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("operation-", 0).factory());

    Operations(
            DocumentCache documents,
            PersistedDocuments persisted,
            Engine engine,
            EventRenderer renderer,
            Introspection introspection,
            Failures failures,
            Clock clock,
            ShutdownState shutdown) {
        this.documents = documents;
        this.persisted = persisted;
        this.engine = engine;
        this.renderer = renderer;
        this.introspection = introspection;
        this.failures = failures;
        this.clock = clock;
        this.shutdown = shutdown;
    }

    @PreDestroy
    void stop() {
        executor.shutdownNow();
    }

    /** Runs each task on its own virtual thread. Tasks may block. */
    public Executor executor() {
        return task -> {
            running.incrementAndGet();
            try {
                executor.execute(() -> {
                    try {
                        task.run();
                    } finally {
                        running.decrementAndGet();
                    }
                });
            } catch (RejectedExecutionException e) {
                running.decrementAndGet();
                throw e;
            }
        };
    }

    /** Whether no task is running. */
    public boolean isIdle() {
        return running.get() == 0;
    }

    /** Returns the request with the text of the listed document that it names. Throws if it names an unknown one. */
    public GraphQLRequest resolved(GraphQLRequest request, Caller caller) {
        return persisted.resolve(request, caller.identity());
    }

    /** Returns the kind of the operation; empty if the document is invalid. */
    public Optional<Operation> kind(GraphQLRequest request) {
        return documents.get(request.query()) instanceof ParsedDocument.Valid valid
                ? Optional.of(valid.operation(request.operationName()).getOperation())
                : Optional.empty();
    }

    /** Whether a request is a valid subscription. */
    public boolean isSubscription(GraphQLRequest request) {
        try {
            return kind(request).filter(Operation.SUBSCRIPTION::equals).isPresent();
        } catch (RequestException e) {
            return false;
        }
    }

    /**
     * Starts an operation. All failures are errors of the result.
     *
     * @param after cursor that a subscription resumes after, instead of its argument; null to use the argument
     */
    StartedOperation start(GraphQLRequest request, Caller caller, @Nullable String after) {
        if (shutdown.refusesNewOperations()) {
            return new StartedOperation.SingleResult(failed(ShutdownState.refused()));
        }
        try {
            return switch (documents.get(request.query())) {
                case ParsedDocument.Invalid invalid ->
                    new StartedOperation.SingleResult(ExecutionResult.newExecutionResult()
                            .errors(introspection.visibleErrors(invalid, caller.identity()))
                            .build());
                case ParsedDocument.Valid valid -> start(request, valid, caller, after);
            };
        } catch (Throwable e) {
            return new StartedOperation.SingleResult(failed(e));
        }
    }

    private StartedOperation start(
            GraphQLRequest request, ParsedDocument.Valid document, Caller caller, @Nullable String after) {
        OperationDefinition operation = document.operation(request.operationName());
        return operation.getOperation() == Operation.SUBSCRIPTION
                ? engine.subscribe(request, document, caller, clock.instant(), after)
                : new StartedOperation.SingleResult(engine.execute(request, document, caller, clock.instant()));
    }

    /** Renders an emission as JSON. */
    CompletableFuture<byte[]> render(Emission emission, SubscriptionSelection selection) {
        return renderer.render(emission, selection, executor);
    }

    /** Returns the errors of an emission that could not be rendered, as subscribers may see them. */
    List<?> errors(Throwable failure) {
        return renderer.errors(failure);
    }

    /** Renders a result as JSON. If a value is not valid JSON, renders that failure instead. */
    byte[] json(ExecutionResult result) {
        try {
            return JsonBytes.of(result.toSpecification());
        } catch (Throwable e) {
            return JsonBytes.of(failed(e).toSpecification());
        }
    }

    /** Translates an exception to an error that the caller may see. */
    public RequestException explain(Throwable thrown) {
        return failures.explain(thrown);
    }

    private ExecutionResult failed(Throwable thrown) {
        RequestException explained = explain(thrown);
        return ExecutionResult.newExecutionResult()
                .addError(CodedError.of(explained))
                .build();
    }

    /** Returns the selection of a subscription. Equal selections share rendered bytes. */
    SubscriptionSelection selection(GraphQLRequest request, Caller caller) {
        return documents.get(request.query()) instanceof ParsedDocument.Valid valid
                ? new SubscriptionSelection(
                        withoutExtensions(Resumption.withoutCursor(request, valid)),
                        EventVariables.of(request, valid),
                        caller)
                : new SubscriptionSelection(withoutExtensions(request), request.variables(), caller);
    }

    /** Extensions do not change the result, and may contain values that are unique to a client. */
    private static GraphQLRequest withoutExtensions(GraphQLRequest request) {
        return new GraphQLRequest(request.query(), request.operationName(), request.variables(), Map.of());
    }
}
