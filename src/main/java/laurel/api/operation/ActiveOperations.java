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

/** The running operations of one connection, by the IDs that its client chose. */
public final class ActiveOperations {
    /** Longest ID of an operation. Each result repeats the ID. */
    public static final int MAX_ID_LENGTH = 128;

    private final int limit;
    private final Map<String, RunningOperation> running = new HashMap<>(2);
    private int starting;
    private boolean closed;

    /** @param limit maximum number of running operations */
    public ActiveOperations(int limit) {
        this.limit = limit;
    }

    public synchronized boolean contains(String id) {
        return running.containsKey(id);
    }

    public synchronized List<String> ids() {
        return List.copyOf(running.keySet());
    }

    /** Adds an operation with an unused ID. Returns null if the limit is reached. */
    public synchronized @Nullable RunningOperation add(String id, Supplier<RunningOperation> factory) {
        if (starting >= limit || running.size() >= limit) {
            return null;
        }
        RunningOperation operation = factory.get();
        starting++;
        if (closed) {
            operation.cancel();
        } else {
            running.put(id, operation);
        }
        return operation;
    }

    /**
     * Starts an added operation.
     *
     * @return the errors if it could not start; null if it has started
     */
    @Nullable
    public ExecutionResult start(String id, RunningOperation operation, GraphQLRequest request) {
        operation.onEnd(() -> remove(id, operation));
        try {
            return operation.start(request, null);
        } finally {
            synchronized (this) {
                starting--;
            }
        }
    }

    private synchronized void remove(String id, RunningOperation operation) {
        running.remove(id, operation);
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

    /** Cancels all operations, and all that are added later. */
    public void close() {
        List<RunningOperation> remaining;
        synchronized (this) {
            closed = true;
            remaining = List.copyOf(running.values());
            running.clear();
        }
        remaining.forEach(RunningOperation::cancel);
    }

    public CodedError limitExceeded() {
        return new CodedError(
                RequestErrorCode.LIMIT_EXCEEDED,
                "The connection has " + limit + " running operations, the maximum (`laurel.limits.subscriptions`).");
    }
}
