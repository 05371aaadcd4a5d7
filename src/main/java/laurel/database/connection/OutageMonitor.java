package laurel.database.connection;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitors the database: checks it every second, and at once when a connection of the pool fails. The log gets one line
 * when an outage begins and one when it ends; {@link OutageFilter} drops the others.
 */
public final class OutageMonitor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutageMonitor.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);

    /** Callers that waited for a connection during an outage may fail for this long after it ends. */
    private static final Duration AFTERMATH = PoolConfiguration.CONNECTION_WAIT.multipliedBy(2);

    private final DatabaseProbe probe;
    private final Runnable evict;
    private final Semaphore checkRequests = new Semaphore(0);
    private final Thread thread;
    private volatile DatabaseState condition = DatabaseState.UP;
    private volatile @Nullable SQLException suspected;
    private volatile boolean closed;
    private long since;
    private boolean hadOutage;
    private long ended;

    /** @param evict replaces the connections of the pool */
    public OutageMonitor(Login login, Runnable evict) {
        this.probe = new DatabaseProbe(login);
        this.evict = evict;
        this.thread = Thread.ofPlatform().daemon().name("database-monitor").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    public DatabaseState condition() {
        return condition;
    }

    /**
     * Checks the database soon if it may be the cause of the failure. Ignores failures of interrupted threads: the timeout of a
     * request interrupts its thread, which closes the connection.
     */
    public void suspect(SQLException failure) {
        if (Outage.isUnusable(failure) && !Thread.currentThread().isInterrupted()) {
            suspected = failure;
            checkRequests.release();
        }
    }

    private void run() {
        try {
            while (!closed) {
                SQLException failure = suspected;
                suspected = null;
                update(check(failure), failure);
                TimeUnit.MILLISECONDS.sleep(MIN_INTERVAL.toMillis());
                if (checkRequests.tryAcquire(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                    checkRequests.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            probe.close();
        }
    }

    private DatabaseProbe.Result check(@Nullable SQLException failure) {
        boolean full = condition == DatabaseState.FULL || (failure != null && Outage.isFull(failure));
        return probe.check(condition != DatabaseState.UP || failure != null, full);
    }

    private void update(DatabaseProbe.Result result, @Nullable SQLException failure) {
        if (closed) {
            return;
        }
        DatabaseState before = condition;
        if (result.lost() || before != result.condition()) {
            // First: callers that see that the outage has ended do not get a connection from before.
            evict.run();
        }
        condition = result.condition();
        if (before == condition) {
            if (condition == DatabaseState.UP && failure != null && !inAftermath()) {
                LOG.warn("The database is available, but a request or a job could not use it: {}", failure.toString());
            }
        } else if (condition == DatabaseState.UP) {
            hadOutage = true;
            ended = System.nanoTime();
            LOG.info("The database is available again after {} s", (ended - since) / 1_000_000_000);
        } else {
            since = before == DatabaseState.UP ? System.nanoTime() : since;
            LOG.warn("The database {}: {}", condition, result.reason());
        }
    }

    private boolean inAftermath() {
        return hadOutage && System.nanoTime() - ended < AFTERMATH.toNanos();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
