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
    private static final Duration APART = Duration.ofSeconds(1);
    private static final Duration LEAST_APART = Duration.ofMillis(100);

    /** Callers that waited for a connection during an outage may fail this long after its end. */
    private static final Duration AFTERMATH = PoolConfiguration.CONNECTION_WAIT.multipliedBy(2);

    private final DatabaseProbe probe;
    private final Runnable evict;
    private final Semaphore wanted = new Semaphore(0);
    private final Thread thread;
    private volatile DatabaseState condition = DatabaseState.UP;
    private volatile @Nullable SQLException suspicion;
    private volatile boolean closed;
    private long since;
    private boolean hadOutage;
    private long ended;

    /** @param evict makes the pool replace its connections */
    public OutageMonitor(Login login, Runnable evict) {
        this.probe = new DatabaseProbe(login);
        this.evict = evict;
        this.thread = Thread.ofPlatform().daemon().name("database-watch").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    public DatabaseState condition() {
        return condition;
    }

    /**
     * Checks soon if the database may be the cause of the failure. An interrupt, which ends a request at its deadline,
     * closes the connection under way.
     */
    public void suspect(SQLException failure) {
        if (Outage.isUnusable(failure) && !Thread.currentThread().isInterrupted()) {
            suspicion = failure;
            wanted.release();
        }
    }

    private void run() {
        try {
            while (!closed) {
                SQLException met = suspicion;
                suspicion = null;
                note(look(met), met);
                TimeUnit.MILLISECONDS.sleep(LEAST_APART.toMillis());
                if (wanted.tryAcquire(APART.toMillis(), TimeUnit.MILLISECONDS)) {
                    wanted.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            probe.close();
        }
    }

    private DatabaseProbe.Found look(@Nullable SQLException met) {
        boolean full = condition == DatabaseState.FULL || (met != null && Outage.isFull(met));
        return probe.look(condition != DatabaseState.UP || met != null, full);
    }

    private void note(DatabaseProbe.Found found, @Nullable SQLException met) {
        if (closed) {
            return;
        }
        DatabaseState before = condition;
        condition = found.condition();
        if (found.lost() || before != condition) {
            evict.run();
        }
        if (before == condition) {
            if (condition == DatabaseState.UP && met != null && !inAftermath()) {
                LOG.warn("The database can be used, but a request or a job could not use it: {}", met.toString());
            }
        } else if (condition == DatabaseState.UP) {
            hadOutage = true;
            ended = System.nanoTime();
            LOG.info("The database can be used again, after {} s", (ended - since) / 1_000_000_000);
        } else {
            since = before == DatabaseState.UP ? System.nanoTime() : since;
            LOG.warn("The database {}: {}", condition, found.reason());
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
