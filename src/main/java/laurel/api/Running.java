package laurel.api;

import graphql.ExecutionResult;
import java.util.List;
import java.util.concurrent.CompletionStage;
import laurel.graphql.ErrorCode;
import org.jspecify.annotations.Nullable;

/** One operation of a client, from its request to its last word. */
final class Running {
    private static final List<?> TOO_LARGE = List.of(
            new CodedError(ErrorCode.SLOW_CONSUMER, "There is no room for the answer: take what you are sent first")
                    .toSpecification());

    private final Operations operations;
    private final Caller caller;
    private final Outlet outlet;
    private final Count count;
    private Runnable over = () -> {};
    private @Nullable Delivery delivery;
    private boolean cancelled;

    Running(Operations operations, Caller caller, Outlet outlet, Count count) {
        this.operations = operations;
        this.caller = caller;
        this.outlet = outlet;
        this.count = count;
    }

    /** How many there are. */
    interface Count {
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
     * Blocks until a query is answered, or a subscription has begun.
     *
     * @return why it could not be run, which the caller tells; null where it was
     */
    @Nullable
    ExecutionResult start(GraphQLRequest request) {
        return switch (operations.open(request, caller)) {
            case Opened.Answer answer -> answered(answer.result());
            case Opened.Stream stream -> followed(request, stream);
        };
    }

    /** The client wants no more of it. */
    void cancel() {
        Delivery begun;
        synchronized (this) {
            cancelled = true;
            begun = delivery;
        }
        if (begun != null) {
            begun.cancel();
        }
    }

    private @Nullable ExecutionResult followed(GraphQLRequest request, Opened.Stream stream) {
        var begun =
                new Delivery(operations, operations.selection(request, caller), outlet, this::ended, count::dropped);
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

    private @Nullable ExecutionResult answered(ExecutionResult result) {
        synchronized (this) {
            if (cancelled) {
                return null;
            }
        }
        // Before its last word: the client may use the id again once it has that.
        over();
        if (!result.isDataPresent()) {
            return result;
        }
        CompletionStage<?> sent = outlet.next(operations.json(result));
        if (sent == null) {
            count.dropped();
            outlet.error(TOO_LARGE);
        } else {
            outlet.complete();
        }
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
