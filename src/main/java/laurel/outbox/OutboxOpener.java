package laurel.outbox;

import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import laurel.Serving;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Once an hour, makes the outbox's next partition where it is missing. */
@Singleton
@Serving
class OutboxOpener {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxOpener.class);

    private final Outbox outbox;
    private final Clock clock;

    OutboxOpener(Outbox outbox, Clock clock) {
        this.outbox = outbox;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = "1h", initialDelay = "0s")
    @ExecuteOn(TaskExecutors.BLOCKING)
    void run() {
        try {
            outbox.openAhead(clock.instant());
        } catch (RuntimeException e) {
            // A submission makes the partition that it needs itself, and the next run tries again.
            LOG.warn("Could not make the outbox's partitions ahead of time", e);
        }
    }
}
