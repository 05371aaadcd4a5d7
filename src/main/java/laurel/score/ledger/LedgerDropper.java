package laurel.score.ledger;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;
import laurel.database.partition.MonthDropper;
import laurel.database.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops months of the ledger that are not retained, once an hour. Nothing is derived from a month once it is retired. A month with
 * a quarantined submission that waits for a decision is not dropped, nor are later ones, so that it can be approved.
 */
@Singleton
@Serving
class LedgerDropper {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerDropper.class);

    private final MonthDropper months;
    private final LedgerRetentionRepository repository;
    private final Clock clock;
    private final ClockDrift drift;
    private final int keepMonths;

    /** @param keepMonths how many months before the current one are kept; 0 for all */
    LedgerDropper(
            Sql sql,
            LedgerRetentionRepository repository,
            Clock clock,
            ClockDrift drift,
            @Value("${laurel.ledger.retention-months:0}") int keepMonths) {
        this.months = new MonthDropper(sql, "score_submission", "ledger_dropped_month");
        this.repository = repository;
        this.clock = clock;
        this.drift = drift;
        this.keepMonths = keepMonths;
    }

    @Periodic(value = "drop months of the ledger", every = "1h", first = "1m")
    void run() {
        if (drift.agrees()) {
            drop(clock.instant());
        }
    }

    /** Drops the months that end before the retained ones start. */
    void drop(Instant now) {
        if (keepMonths > 0) {
            months.drop(() -> lastMonth(now), now);
        }
    }

    private long lastMonth(Instant now) {
        long last = Ledger.month(now) - keepMonths - 1;
        Long quarantined = repository.firstQuarantined();
        if (quarantined == null || quarantined > last) {
            return last;
        }
        LOG.warn(
                "Quarantined submissions of month {}-{} wait for a decision; this and later months of the ledger are kept",
                quarantined / 12,
                quarantined % 12 + 1);
        return quarantined - 1;
    }
}
