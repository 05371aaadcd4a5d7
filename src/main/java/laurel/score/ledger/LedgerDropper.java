package laurel.score.ledger;

import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;
import laurel.database.partition.Partitions;
import laurel.database.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Once an hour, drops the months of the ledger that are not kept any more. First it is noted that nobody is to derive
 * from them; then each is detached and dropped, by one node, without a lock that a submission would wait for.
 */
@Singleton
@Serving
class LedgerDropper {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerDropper.class);

    private final Sql sql;
    private final LedgerRetentionRepository repository;
    private final Clock clock;
    private final ClockDrift drift;
    private final int keepMonths;

    /** @param keepMonths how many months before the present one are kept at least; 0 is all */
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
    @Periodic
    void run() {
        try {
            if (drift.agrees()) {
                drop(clock.instant());
            }
        } catch (RuntimeException e) {
            // What is noted stays so, and the next run goes on from there.
            LOG.warn("Could not drop what the ledger keeps no more; the next run goes on", e);
        }
    }

    /** Drops the months that lie wholly before those that are kept. */
    void drop(Instant now) {
        if (keepMonths == 0) {
            return;
        }
        long last = Ledger.month(now) - keepMonths - 1;
        sql.useTransaction(() -> repository.giveUp(last, now));
        sql.useConnected(() -> {
            if (repository.claim()) {
                dropGivenUp(now);
            }
        });
    }

    private void dropGivenUp(Instant now) {
        try {
            for (long month : repository.givenUp()) {
                Partitions.drop(sql, "score_submission", "score_submission_" + month);
                repository.setDropped(month, now);
            }
        } finally {
            repository.release();
        }
    }
}
