package laurel.api.operation;

import graphql.ExecutionResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import laurel.api.engine.GraphQLRequest;
import laurel.api.error.CodedError;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/** The operations under way on a connection that they share, each by an id of its client's own. */
public final class ActiveOperations {
    /** Longest ID of an operation. Each result repeats the ID. */
    public static final int MAX_ID_LENGTH = 128;

    private final int most;
    private final Map<String, RunningOperation> running = new HashMap<>(2);
    private int working;
    private boolean closed;

    /** @param most of them at once */
    public ActiveOperations(int most) {
        this.most = most;
    }

    public synchronized boolean has(String id) {
        return running.containsKey(id);
    }

    public synchronized List<String> ids() {
        return List.copyOf(running.keySet());
    }

    /** One more under an id that is free; null where there are as many as there may be. */
    public synchronized @Nullable RunningOperation begin(String id, Supplier<RunningOperation> made) {
        if (working >= most || running.size() >= most) {
            return null;
        }
        RunningOperation begun = made.get();
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
    public ExecutionResult run(String id, RunningOperation begun, GraphQLRequest request) {
        begun.whenOver(() -> over(id, begun));
        try {
            return begun.start(request, null);
        } finally {
            synchronized (this) {
                working--;
            }
        }
    }

    private synchronized void over(String id, RunningOperation ended) {
        running.remove(id, ended);
    }

    public void cancel(String id) {
        RunningOperation cancelled;
        synchronized (this) {
            cancelled = running.remove(id);
        }
        if (cancelled != null) {
            cancelled.cancel();
        }
    }

    /** Cancels them all; none begins any more. */
    public void close() {
        List<RunningOperation> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(running.values());
            running.clear();
        }
        left.forEach(RunningOperation::cancel);
    }

    public CodedError tooMany() {
        return new CodedError(
                RequestErrorCode.LIMIT_EXCEEDED,
                "The connection has " + most + " running operations, the limit laurel.limits.subscriptions");
    }
}
