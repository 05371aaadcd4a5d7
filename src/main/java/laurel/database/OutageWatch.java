package laurel.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows how the database is: looks every second, and at once when the pool meets a failure that may be of the database. The log
 * has one line when an outage begins and one when it is over; see {@link OutageFilter} for who is silent meanwhile.
 */
final class OutageWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutageWatch.class);
    private static final Duration APART = Duration.ofSeconds(1);
    private static final Duration LEAST_APART = Duration.ofMillis(100);

    private final Probe probe;
    private final Runnable evict;
    private final Semaphore wanted = new Semaphore(0);
    private final Thread thread;
    private volatile Condition condition = Condition.UP;
    private volatile @Nullable SQLException suspicion;
    private volatile boolean closed;
    private long since;

    /** @param evict has the pool give up the connections that it has */
    OutageWatch(Login login, Runnable evict) {
        this.probe = new Probe(login);
        this.evict = evict;
        this.thread = Thread.ofPlatform().daemon().name("database-watch").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    Condition condition() {
        return condition;
    }

    /** Looks soon, where the failure may be of the database. */
    void suspect(SQLException failure) {
        if (Outage.isOne(failure)) {
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

    private Probe.Found look(@Nullable SQLException met) {
        boolean full = condition == Condition.FULL || (met != null && Outage.isFull(met));
        return probe.look(condition != Condition.UP || met != null, full);
    }

    private void note(Probe.Found found, @Nullable SQLException met) {
        if (closed) {
            return;
        }
        Condition before = condition;
        condition = found.condition();
        if (found.lost() || before != condition) {
            evict.run();
        }
        if (before == condition) {
            if (condition == Condition.UP && met != null) {
                LOG.warn("The database can be used, but a request or a job could not use it: {}", met.toString());
            }
        } else if (condition == Condition.UP) {
            LOG.info("The database can be used again, after {} s", (System.nanoTime() - since) / 1_000_000_000);
        } else {
            since = before == Condition.UP ? System.nanoTime() : since;
            LOG.warn("The database {}: {}", condition, found.reason());
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
