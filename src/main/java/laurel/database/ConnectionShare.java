package laurel.database;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * A part of the connections of a node that work of one kind may use at the same time, because it can take long. Further work
 * waits in order of arrival, without a connection.
 */
public final class ConnectionShare {
    private final Semaphore free;

    /** @param part the share is one connection of so many, at least 1 */
    public ConnectionShare(int poolSize, int part) {
        free = new Semaphore(Math.max(1, poolSize / part), true);
    }

    /** Does work that uses one connection. It must not be called with a connection, for which the work before it may wait. */
    public <T> T use(Supplier<T> work) throws InterruptedException {
        free.acquire();
        try {
            return work.get();
        } finally {
            free.release();
        }
    }

    /** About the number of callers that wait. */
    public int waiting() {
        return free.getQueueLength();
    }
}
