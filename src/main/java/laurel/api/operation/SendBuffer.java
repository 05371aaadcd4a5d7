package laurel.api.operation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Limits the results that wait for one client. While the buffer is full, results wait for a permit in order of arrival and
 * are not computed yet, so many events at once for many operations of one client do not need more memory.
 */
public final class SendBuffer {
    /** Maximum number of results that are computed at once. Each may have any size. */
    static final int MAX_PERMITS = 16;

    private final int capacity;
    private final Executor executor;
    private final Deque<Permit> waiting = new ArrayDeque<>();
    private int granted;
    private long unsent;

    /**
     * @param capacity bytes that may wait for the client; above it no permits are granted
     * @param executor runs the actions of granted permits
     */
    public SendBuffer(int capacity, Executor executor) {
        this.capacity = capacity;
        this.executor = executor;
    }

    /** Permission to compute and send one result, until it is closed. */
    final class Permit implements AutoCloseable {
        private final Runnable action;
        private boolean isGranted;
        private boolean closed;

        private Permit(Runnable action) {
            this.action = action;
        }

        /** Requests the permit. Runs the action when it is granted. */
        void request() {
            synchronized (SendBuffer.this) {
                if (closed) {
                    return;
                }
                if (!waiting.isEmpty() || !hasSpace()) {
                    waiting.add(this);
                    return;
                }
                isGranted = true;
                granted++;
            }
            action.run();
        }

        /** Returns the permit, or cancels the request. Does nothing if it is closed already. */
        @Override
        public void close() {
            synchronized (SendBuffer.this) {
                if (closed) {
                    return;
                }
                closed = true;
                if (isGranted) {
                    granted--;
                } else {
                    waiting.remove(this);
                }
            }
            grant();
        }
    }

    /** @param action runs when the permit is granted; must not block */
    Permit permit(Runnable action) {
        return new Permit(action);
    }

    /** Adds bytes that wait for the client. */
    public synchronized void add(int bytes) {
        unsent += bytes;
    }

    /** Removes bytes that the client has read. */
    public void remove(int bytes) {
        synchronized (this) {
            unsent -= bytes;
        }
        grant();
    }

    private boolean hasSpace() {
        return granted < MAX_PERMITS && unsent < capacity;
    }

    private void grant() {
        List<Permit> next;
        synchronized (this) {
            if (waiting.isEmpty()) {
                return;
            }
            next = new ArrayList<>(1);
            while (!waiting.isEmpty() && hasSpace()) {
                Permit permit = waiting.remove();
                permit.isGranted = true;
                granted++;
                next.add(permit);
            }
        }
        for (Permit permit : next) {
            try {
                executor.execute(permit.action);
            } catch (RejectedExecutionException stopping) {
                // The service stops, and closes the connection.
                permit.close();
            }
        }
    }
}
