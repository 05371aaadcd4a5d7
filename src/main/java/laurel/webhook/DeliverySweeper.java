package laurel.webhook;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import laurel.Background;
import laurel.Serving;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes messages that are kept no more, a part at a time, and counts those that wait. */
@Singleton
@Serving
public class DeliverySweeper {
    private static final Logger LOG = LoggerFactory.getLogger(DeliverySweeper.class);

    private static final int PART = 5_000;
    private static final int MOST_COUNTED = 100_000;

    private final Jdbi jdbi;
    private final DeliveryRepository repository;
    private final Clock clock;
    private final Duration keep;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param keep how long a message is kept after it was made; one that waits, and may be sent, until it does not */
    DeliverySweeper(
            Jdbi jdbi,
            DeliveryRepository repository,
            Clock clock,
            MeterRegistry meters,
            @Value("${laurel.webhooks.keep:7d}") Duration keep) {
        this.jdbi = jdbi;
        this.repository = repository;
        this.clock = clock;
        this.keep = keep;
        Gauge.builder("laurel.webhooks.waiting", waiting, AtomicInteger::get)
                .description("Messages that wait to be sent, up to " + MOST_COUNTED)
                .register(meters);
    }

    @Scheduled(fixedDelay = "${laurel.sweep.every:60s}", initialDelay = "${laurel.sweep.every:60s}")
    @Background
    void run() {
        try {
            sweep(clock.instant());
        } catch (RuntimeException e) {
            LOG.warn("Could not remove messages that are kept no more; the next run goes on", e);
        }
    }

    /** Removes what is not kept at this moment. */
    public void sweep(Instant now) {
        waiting.set(jdbi.withHandle(handle -> repository.waiting(handle, MOST_COUNTED)));
        Instant before = now.minus(keep);
        inParts(handle -> repository.sweep(handle, before, PART));
        inParts(handle -> repository.sweepWaiting(handle, before, PART));
        inParts(handle -> repository.sweepDeleted(handle, PART));
        jdbi.useHandle(repository::forgetDeleted);
    }

    private void inParts(ToIntFunction<Handle> part) {
        int removed = PART;
        while (removed == PART) {
            removed = jdbi.withHandle(part::applyAsInt);
        }
    }
}
