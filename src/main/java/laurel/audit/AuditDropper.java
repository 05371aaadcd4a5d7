package laurel.audit;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;
import laurel.database.partition.GrowingTable;
import laurel.database.partition.MonthDropper;
import laurel.database.partition.MonthPartitions;
import laurel.database.sql.Sql;

/** Creates the months of the audit ahead of time, and drops those that are not retained, once an hour. */
@Singleton
@Serving
class AuditDropper implements GrowingTable {
    private final MonthDropper months;
    private final AuditMonthRepository repository;
    private final Clock clock;
    private final ClockDrift drift;
    private final Duration keep;

    /** @param keep how long a record is kept, at least; it is dropped with its month */
    AuditDropper(
            Sql sql,
            AuditMonthRepository repository,
            Clock clock,
            ClockDrift drift,
            @Value("${laurel.audit.retention:400d}") Duration keep) {
        this.months = new MonthDropper(sql, "audit_record", null);
        this.repository = repository;
        this.clock = clock;
        this.drift = drift;
        this.keep = keep;
    }

    @Override
    public void openAhead(Instant now) {
        long month = MonthPartitions.month(now);
        repository.open(List.of(month, month + 1));
    }

    @Periodic(value = "drop months of the audit", every = "1h", first = "1m")
    void run() {
        if (drift.agrees()) {
            drop(clock.instant());
        }
    }

    /** Drops the months that ended before the retained time. */
    void drop(Instant now) {
        months.drop(() -> MonthDropper.lastEnded(now.minus(keep)), now);
    }
}
