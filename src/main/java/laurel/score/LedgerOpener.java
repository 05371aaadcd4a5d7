package laurel.score;

import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import laurel.Serving;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Once an hour, makes the ledger's next partition where it is missing. */
@Singleton
@Serving
class LedgerOpener {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerOpener.class);

    private final Ledger ledger;
    private final Clock clock;

    LedgerOpener(Ledger ledger, Clock clock) {
        this.ledger = ledger;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = "1h", initialDelay = "0s")
    @ExecuteOn(TaskExecutors.BLOCKING)
    void run() {
        try {
            ledger.openAhead(clock.instant());
        } catch (RuntimeException e) {
            // A submission makes the partition that it needs itself, and the next run tries again.
            LOG.warn("Could not make the ledger's partitions ahead of time", e);
        }
    }
}
