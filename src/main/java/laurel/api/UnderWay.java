package laurel.api;

import graphql.ExecutionResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import laurel.graphql.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/** The operations under way on a connection that they share, each by an id of its client's own. */
final class UnderWay {
    private final int most;
    private final Map<String, Running> running = new HashMap<>(2);
    private int working;
    private boolean closed;

    /** @param most of them at once */
    UnderWay(int most) {
        this.most = most;
    }

    synchronized boolean has(String id) {
        return running.containsKey(id);
    }

    synchronized List<String> ids() {
        return List.copyOf(running.keySet());
    }

    /** One more under an id that is free; null where there are as many as there may be. */
    synchronized @Nullable Running begin(String id, Supplier<Running> made) {
        if (working >= most || running.size() >= most) {
            return null;
        }
        Running begun = made.get();
        working++;
        if (closed) {
            begun.cancel();
        } else {
            running.put(id, begun);
        }
        return begun;
    }

    /**
     * Runs what has begun, once.
     *
     * @return why it could not be run; null where it was
     */
    @Nullable
    ExecutionResult run(String id, Running begun, GraphQLRequest request) {
        begun.whenOver(() -> over(id, begun));
        try {
            return begun.start(request, null);
        } finally {
            synchronized (this) {
                working--;
            }
        }
    }

    private synchronized void over(String id, Running ended) {
        running.remove(id, ended);
    }

    void cancel(String id) {
        Running cancelled;
        synchronized (this) {
            cancelled = running.remove(id);
        }
        if (cancelled != null) {
            cancelled.cancel();
        }
    }

    /** Cancels them all; none begins any more. */
    void close() {
        List<Running> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(running.values());
            running.clear();
        }
        left.forEach(Running::cancel);
    }

    CodedError tooMany() {
        return new CodedError(
                RequestErrorCode.LIMIT_EXCEEDED,
                "The connection has " + most + " running operations, the limit laurel.limits.subscriptions");
    }
}
