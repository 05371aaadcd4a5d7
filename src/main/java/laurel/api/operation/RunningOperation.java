package laurel.api.operation;

import graphql.ExecutionResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import laurel.api.access.Caller;
import laurel.api.engine.ExecutedRequest;
import laurel.api.engine.GraphQLRequest;
import laurel.api.engine.StartedOperation;
import org.jspecify.annotations.Nullable;

/** One operation of a client, from its request to its last word. */
public final class RunningOperation {
    private final Operations operations;
    private final Caller caller;
    private final OperationSink outlet;
    private final Count count;
    private Runnable over = () -> {};
    private @Nullable SubscriptionDelivery delivery;
    private @Nullable CompletableFuture<@Nullable Void> turn;
    private boolean cancelled;

    public RunningOperation(Operations operations, Caller caller, OperationSink outlet, Count count) {
        this.operations = operations;
        this.caller = caller;
        this.outlet = outlet;
        this.count = count;
    }

    /** How many there are. */
    public interface Count {
        /** A subscription has begun. */
        void began();

        /** One that had begun is over. */
        void ended();

        /** One ends because its client is too slow. */
        void dropped();
    }

    /** What to do once there is no more to come, unless it is cancelled before. */
    synchronized void whenOver(Runnable action) {
        over = action;
    }

    /**
     * Blocks until a query is answered, for which there is room first, or a subscription has begun.
     *
     * @param after where a subscription goes on, whatever its arguments say; null where they do
     * @return why it could not be run, which the caller tells; null where it was
     */
    @Nullable
    public ExecutionResult start(GraphQLRequest request, @Nullable String after) {
        if (operations.isSubscription(request)) {
            return run(request, after);
        }
        var come = new CompletableFuture<@Nullable Void>();
        try (SendBuffer.Turn wanted = outlet.room().turn(() -> come.complete(null))) {
            synchronized (this) {
                turn = come;
                if (cancelled) {
                    return null;
                }
            }
            wanted.ask();
            come.join();
            return isCancelled() ? null : run(request, after);
        }
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    private @Nullable ExecutionResult run(GraphQLRequest request, @Nullable String after) {
        return switch (operations.open(request, caller, after)) {
            case StartedOperation.Answer answer -> answered(answer.executed());
            case StartedOperation.Stream stream -> followed(request, stream);
        };
    }

    /** The client wants no more of it. */
    public void cancel() {
        SubscriptionDelivery begun;
        CompletableFuture<@Nullable Void> waits;
        synchronized (this) {
            cancelled = true;
            begun = delivery;
            waits = turn;
        }
        if (waits != null) {
            waits.complete(null);
        }
        if (begun != null) {
            begun.cancel();
        }
    }

    private @Nullable ExecutionResult followed(GraphQLRequest request, StartedOperation.Stream stream) {
        var begun = new SubscriptionDelivery(
                operations, operations.selection(request, caller), outlet, this::ended, count::dropped);
        synchronized (this) {
            if (cancelled) {
                return null;
            }
            delivery = begun;
        }
        count.began();
        begun.start(stream.source());
        return null;
    }

    private void ended() {
        count.ended();
        over();
    }

    private @Nullable ExecutionResult answered(ExecutedRequest executed) {
        ExecutionResult result = executed.result();
        if (isCancelled()) {
            executed.over().run();
            return null;
        }
        // Before its last word: the client may use the id again once it has that.
        over();
        if (!result.isDataPresent()) {
            return executed.release();
        }
        // As long as it has not left, it takes the place of the next large one.
        CompletionStage<?> unused = outlet.next(operations.json(result), null)
                .whenComplete((left, failure) -> executed.over().run());
        outlet.complete();
        return null;
    }

    private void over() {
        Runnable action;
        synchronized (this) {
            action = over;
        }
        action.run();
    }
}
