package laurel.score;

import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import laurel.Background;
import laurel.Serving;
import laurel.database.ClockDrift;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Once an hour, drops the months of the ledger that are not kept any more. First it is noted that nobody is to derive from them;
 * then each is detached and dropped, by one node, without a lock that a submission would wait for.
 */
@Singleton
@Serving
class LedgerDropper {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerDropper.class);

    private final Jdbi jdbi;
    private final LedgerRetentionRepository repository;
    private final Clock clock;
    private final ClockDrift drift;
    private final int keepMonths;

    /** @param keepMonths how many months before the present one are kept at least; 0 is all */
    LedgerDropper(
            Jdbi jdbi,
            LedgerRetentionRepository repository,
            Clock clock,
            ClockDrift drift,
            @Value("${laurel.ledger.keep-months:0}") int keepMonths) {
        if (keepMonths < 0) {
            throw new IllegalArgumentException("laurel.ledger.keep-months is " + keepMonths + "; it must be 0 or more");
        }
        this.jdbi = jdbi;
        this.repository = repository;
        this.clock = clock;
        this.drift = drift;
        this.keepMonths = keepMonths;
    }

    @Scheduled(fixedDelay = "1h", initialDelay = "1m")
    @Background
    void run() {
        try {
            if (jdbi.withHandle(drift::agrees)) {
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
        jdbi.useTransaction(transaction -> repository.giveUp(transaction, last, now));
        jdbi.useHandle(session -> {
            if (repository.claim(session)) {
                dropGivenUp(session, now);
            }
        });
    }

    private void dropGivenUp(Handle session, Instant now) {
        try {
            repository.givenUp(session).forEach(month -> repository.drop(session, month, now));
        } finally {
            repository.release(session);
        }
    }
}
