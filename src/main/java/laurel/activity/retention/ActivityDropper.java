package laurel.activity.retention;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;
import laurel.database.partition.MonthDropper;
import laurel.database.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops months of activity events that are not retained, once an hour. While a burst rule has yet to evaluate earlier events, no
 * month is dropped.
 */
@Singleton
@Serving
class ActivityDropper {
    private static final Logger LOG = LoggerFactory.getLogger(ActivityDropper.class);

    private final MonthDropper months;
    private final ActivityRetentionRepository repository;
    private final Clock clock;
    private final ClockDrift drift;
    private final Duration retention;

    /** @param retention how long an event is kept, at least; it is dropped with its month. 0 keeps all */
    ActivityDropper(
            Sql sql,
            ActivityRetentionRepository repository,
            Clock clock,
            ClockDrift drift,
            @Value("${laurel.activity.retention:0s}") Duration retention) {
        this.months = new MonthDropper(sql, "activity_event", "activity_dropped_month");
        this.repository = repository;
        this.clock = clock;
        this.drift = drift;
        this.retention = retention;
    }

    @Periodic(value = "drop months of activity events", every = "1h", first = "1m")
    void run() {
        if (drift.agrees()) {
            drop(clock.instant());
        }
    }

    /** Drops the months that ended longer ago than the retention. */
    void drop(Instant now) {
        if (retention.isZero()) {
            return;
        }
        if (repository.hasUnevaluatedRule()) {
            LOG.warn(
                    "A burst rule has yet to evaluate earlier activity events; months of events are kept until it has");
            return;
        }
        months.drop(() -> MonthDropper.lastEnded(now.minus(retention)), now);
    }
}
