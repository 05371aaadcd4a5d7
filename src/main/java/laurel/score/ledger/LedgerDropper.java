package laurel.score.ledger;

import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;
import laurel.database.partition.PartitionRetention;
import laurel.database.partition.PartitionRetention.RetiredPartitions;
import laurel.database.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops months of the ledger that are not retained, once an hour. Nothing is derived from a month once it is retired. A month with
 * a quarantined submission that waits for a decision is not dropped, nor are later ones, so that it can be approved.
 */
@Singleton
@Serving
class LedgerDropper implements RetiredPartitions<Long> {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerDropper.class);

    private final Sql sql;
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
        if (keepMonths < 0) {
            throw new IllegalArgumentException(
                    "laurel.ledger.retention-months is " + keepMonths + "; it must be 0 or more");
        }
        this.sql = sql;
        this.repository = repository;
        this.clock = clock;
        this.drift = drift;
        this.keepMonths = keepMonths;
    }

    @Scheduled(fixedDelay = "1h", initialDelay = "1m")
    @Periodic("drop months of the ledger")
    void run() {
        if (drift.agrees()) {
            drop(clock.instant());
        }
    }

    /** Drops the months that end before the retained ones start. */
    void drop(Instant now) {
        if (keepMonths > 0) {
            PartitionRetention.apply(sql, this, now);
        }
    }

    @Override
    public List<String> tables() {
        return List.of("score_submission");
    }

    @Override
    public String suffix(Long month) {
        return Long.toString(month);
    }

    @Override
    public void retire(Instant now) {
        long last = Ledger.month(now) - keepMonths - 1;
        Long quarantined = repository.firstQuarantined();
        if (quarantined != null && quarantined <= last) {
            LOG.warn(
                    "Quarantined submissions of month {}-{} wait for a decision; this and later months of the ledger are kept",
                    quarantined / 12,
                    quarantined % 12 + 1);
            last = quarantined - 1;
        }
        repository.retire(last, now);
    }

    @Override
    public List<Long> droppable(Instant now) {
        return repository.retired();
    }

    @Override
    public void setDropped(Long month, Instant now) {
        repository.setDropped(month, now);
    }
}
