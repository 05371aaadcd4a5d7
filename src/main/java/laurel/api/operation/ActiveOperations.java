package laurel.api.operation;

import graphql.ExecutionResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import laurel.api.engine.GraphQLRequest;
import laurel.request.EventSource;
import laurel.request.JsonBytes;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * The running operations of one connection, by the IDs that its client chose. Limits their number, the text that is kept for
 * them, and what their subscriptions follow.
 */
public final class ActiveOperations {
    /** Longest ID of an operation. Each result repeats the ID. */
    public static final int MAX_ID_LENGTH = 128;

    private final ConnectionLimits limits;
    private final Map<String, Active> running = new HashMap<>(2);
    private int starting;
    private long text;
    private long followed;
    private boolean closed;

    public ActiveOperations(ConnectionLimits limits) {
        this.limits = limits;
    }

    /** A running operation, the length of its text, and the number of standings that it follows. */
    private static final class Active {
        final RunningOperation operation;
        final long text;
        long followed;

        Active(RunningOperation operation, long text) {
            this.operation = operation;
            this.text = text;
        }
    }

    public synchronized boolean contains(String id) {
        return running.containsKey(id);
    }

    public synchronized List<String> ids() {
        return List.copyOf(running.keySet());
    }

    /** Adds an operation. Returns null if the ID is in use. Throws LIMIT_EXCEEDED if a limit is reached. */
    @Nullable
    public synchronized RunningOperation add(String id, GraphQLRequest request, Supplier<RunningOperation> factory) {
        if (running.containsKey(id)) {
            return null;
        }
        if (starting >= limits.subscriptions() || running.size() >= limits.subscriptions()) {
            throw exceeded("has " + limits.subscriptions()
                    + " running operations, the maximum (`laurel.limits.subscriptions`).");
        }
        long length = request.query().length()
                + (long) (request.variables().isEmpty() ? 0 : JsonBytes.of(request.variables()).length);
        if (text + length > limits.text()) {
            throw exceeded("has running operations whose documents and variables have more than " + limits.text()
                    + " bytes, the maximum (`laurel.limits.subscription-text`).");
        }
        RunningOperation operation = factory.get();
        starting++;
        if (closed) {
            operation.cancel();
        } else {
            running.put(id, new Active(operation, length));
            text += length;
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
        operation.onFollow(source -> follow(id, operation, source));
        try {
            return operation.start(request, null);
        } finally {
            synchronized (this) {
                starting--;
            }
        }
    }

    /** Counts what a subscription follows. Throws LIMIT_EXCEEDED if it is too much. */
    private synchronized void follow(String id, RunningOperation operation, EventSource source) {
        Active active = running.get(id);
        if (active == null || active.operation != operation) {
            return; // It is cancelled.
        }
        if (followed + source.followedStandings() > limits.followed()) {
            throw exceeded("follows " + followed + " standings, and would follow " + source.followedStandings()
                    + " more; the maximum is " + limits.followed() + " (`laurel.limits.followed-standings`).");
        }
        active.followed = source.followedStandings();
        followed += active.followed;
    }

    private synchronized void remove(String id, RunningOperation operation) {
        Active active = running.get(id);
        if (active != null && active.operation == operation) {
            running.remove(id);
            release(active);
        }
    }

    private void release(Active removed) {
        text -= removed.text;
        followed -= removed.followed;
    }

    public void cancel(String id) {
        Active cancelled;
        synchronized (this) {
            cancelled = running.remove(id);
            if (cancelled != null) {
                release(cancelled);
            }
        }
        if (cancelled != null) {
            cancelled.operation.cancel();
        }
    }

    /** Cancels all operations, and all that are added later. */
    public void close() {
        List<Active> remaining;
        synchronized (this) {
            closed = true;
            remaining = List.copyOf(running.values());
            running.clear();
        }
        remaining.forEach(active -> active.operation.cancel());
    }

    private static RequestException exceeded(String what) {
        return new RequestException(RequestErrorCode.LIMIT_EXCEEDED, "The connection " + what);
    }
}
