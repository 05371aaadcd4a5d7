package laurel.api.operation;

import graphql.ExecutionResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import laurel.api.access.Caller;
import laurel.api.engine.ExecutedRequest;
import laurel.api.engine.GraphQLRequest;
import laurel.api.engine.StartedOperation;
import laurel.api.error.CodedError;
import laurel.request.EventSource;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/** One operation of a client, from its request to its last message. */
public final class RunningOperation {
    private final Operations operations;
    private final Caller caller;
    private final OperationSink sink;
    private final SubscriptionListener listener;
    private Runnable onEnd = () -> {};
    private Consumer<EventSource> onFollow = source -> {};
    private @Nullable SubscriptionDelivery delivery;
    private @Nullable CompletableFuture<@Nullable Void> granted;
    private boolean cancelled;

    public RunningOperation(Operations operations, Caller caller, OperationSink sink, SubscriptionListener listener) {
        this.operations = operations;
        this.caller = caller;
        this.sink = sink;
        this.listener = listener;
    }

    /** Counts subscriptions. */
    public interface SubscriptionListener {
        /** A subscription has started. */
        void onStart();

        /** A started subscription has ended, for any reason. */
        void onEnd();

        /** A subscription ends because its client is too slow. */
        void onDrop();
    }

    /** Sets the action to run when the operation ends, except by cancellation. */
    synchronized void onEnd(Runnable action) {
        onEnd = action;
    }

    /** Sets the action to run before a subscription starts. If it throws, the subscription does not start. */
    synchronized void onFollow(Consumer<EventSource> action) {
        onFollow = action;
    }

    /**
     * Blocks until the result of a query or a mutation is sent, or a subscription has started. Queries and mutations wait for
     * space in the send buffer first.
     *
     * @param after cursor that a subscription resumes after, instead of its argument; null to use the argument
     * @return the errors if it could not start, which the caller must send; null if it has started
     */
    @Nullable
    public ExecutionResult start(GraphQLRequest request, @Nullable String after) {
        GraphQLRequest resolved;
        try {
            resolved = operations.resolved(request, caller);
        } catch (RequestException e) {
            return failed(e);
        }
        return startResolved(resolved, after);
    }

    private @Nullable ExecutionResult startResolved(GraphQLRequest request, @Nullable String after) {
        if (operations.isSubscription(request)) {
            return execute(request, after);
        }
        var ready = new CompletableFuture<@Nullable Void>();
        try (SendBuffer.Permit permit = sink.sendBuffer().permit(() -> ready.complete(null))) {
            synchronized (this) {
                granted = ready;
                if (cancelled) {
                    return null;
                }
            }
            permit.request();
            ready.join();
            return isCancelled() ? null : execute(request, after);
        }
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    private @Nullable ExecutionResult execute(GraphQLRequest request, @Nullable String after) {
        return switch (operations.start(request, caller, after)) {
            case StartedOperation.SingleResult result -> send(result.executed());
            case StartedOperation.SourceStream stream -> follow(request, stream);
        };
    }

    private @Nullable ExecutionResult failed(RequestException e) {
        end();
        return ExecutionResult.newExecutionResult().addError(CodedError.of(e)).build();
    }

    /** Ends the operation without a message, because the client does not need it any more. */
    public void cancel() {
        SubscriptionDelivery started;
        CompletableFuture<@Nullable Void> waiting;
        synchronized (this) {
            cancelled = true;
            started = delivery;
            waiting = granted;
        }
        if (waiting != null) {
            waiting.complete(null);
        }
        if (started != null) {
            started.cancel();
        }
    }

    private @Nullable ExecutionResult follow(GraphQLRequest request, StartedOperation.SourceStream stream) {
        Consumer<EventSource> admission;
        synchronized (this) {
            admission = onFollow;
        }
        try {
            admission.accept(stream.source());
        } catch (RequestException e) {
            return failed(e);
        }
        var started = new SubscriptionDelivery(
                operations, operations.selection(request, caller), sink, this::ended, listener::onDrop);
        synchronized (this) {
            if (cancelled) {
                return null;
            }
            delivery = started;
        }
        listener.onStart();
        started.start(stream.source());
        return null;
    }

    private void ended() {
        listener.onEnd();
        end();
    }

    private @Nullable ExecutionResult send(ExecutedRequest executed) {
        ExecutionResult result = executed.result();
        if (isCancelled()) {
            executed.release();
            return null;
        }
        // Before the last message: after it, the client may use the ID again.
        end();
        if (!result.isDataPresent()) {
            return executed.release();
        }
        sendData(result, executed.onRelease());
        sink.complete();
        return null;
    }

    /** @param onRelease releases the permit for a large result; does not hold the result, of which the sink keeps the JSON */
    private void sendData(ExecutionResult result, Runnable onRelease) {
        try {
            CompletionStage<?> unused =
                    sink.next(operations.json(result), null).whenComplete((sent, failure) -> onRelease.run());
        } catch (Throwable e) {
            onRelease.run();
            throw e;
        }
    }

    private void end() {
        Runnable action;
        synchronized (this) {
            action = onEnd;
        }
        action.run();
    }
}
