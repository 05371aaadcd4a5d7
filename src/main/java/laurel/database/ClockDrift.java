package laurel.database;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import laurel.database.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the clock of this machine with the clock of the database, which all nodes share. Closing a window and dropping
 * data cannot be undone, so a node with a wrong clock does neither.
 */
@Singleton
public class ClockDrift {
    private static final Logger LOG = LoggerFactory.getLogger(ClockDrift.class);
    private static final String CLOCK = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

    private final Sql sql;
    private final MachineClock machine;
    private final Duration tolerance;
    private boolean large;

    /** @param tolerance largest difference between the clocks */
    ClockDrift(Sql sql, MachineClock machine, @Value("${laurel.clock.tolerance:5s}") Duration tolerance) {
        this.sql = sql;
        this.machine = machine;
        this.tolerance = tolerance;
    }

    /** Compares the clocks, and returns whether they agree. Logs one line when that changes. */
    public boolean agrees() {
        Instant before = machine.clock().instant();
        Instant database = clock();
        Instant after = machine.clock().instant();
        return note(difference(before, database, after));
    }

    /** Whether the clocks differed at the last comparison. */
    public synchronized boolean isLarge() {
        return large;
    }

    /** Returns how far the machine is at least ahead, or behind if negative. The database read its clock in between. */
    private static Duration difference(Instant before, Instant database, Instant after) {
        if (before.isAfter(database)) {
            return Duration.between(database, before);
        }
        return after.isBefore(database) ? Duration.between(database, after) : Duration.ZERO;
    }

    private synchronized boolean note(Duration ahead) {
        boolean now = ahead.abs().compareTo(tolerance) > 0;
        if (now && !large) {
            LOG.warn(
                    "The clock of this machine is {} s {} the clock of the database: this node closes no windows and drops nothing",
                    ahead.abs().toSeconds(),
                    ahead.isNegative() ? "behind" : "ahead of");
        } else if (large && !now) {
            LOG.info("The clock of this machine agrees with the clock of the database again");
        }
        large = now;
        return !now;
    }

    private Instant clock() {
        return Instant.EPOCH.plus(sql.of(CLOCK).one(Long.class), ChronoUnit.MICROS);
    }

    /**
     * The clock of this machine, which is compared with the clock of the database. Tests replace the service's clock, not
     * this one.
     */
    public record MachineClock(Clock clock) {}
}
