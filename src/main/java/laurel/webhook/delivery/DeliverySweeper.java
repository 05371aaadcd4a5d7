package laurel.webhook.delivery;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import laurel.Periodic;
import laurel.Serving;
import laurel.webhook.DeliveryRepository;

/** Removes messages that are kept no more, a part at a time, and counts those that wait. */
@Singleton
@Serving
public class DeliverySweeper {
    private static final int PART = 5_000;
    private static final int MOST_COUNTED = 100_000;

    private final DeliveryRepository repository;
    private final Clock clock;
    private final Duration keep;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param keep how long a message is kept after it was made; one that waits, and may be sent, until it does not */
    DeliverySweeper(
            DeliveryRepository repository,
            Clock clock,
            MeterRegistry meters,
            @Value("${laurel.webhooks.retention:7d}") Duration keep) {
        this.repository = repository;
        this.clock = clock;
        this.keep = keep;
        Gauge.builder("laurel.webhooks.waiting", waiting, AtomicInteger::get)
                .description("Messages that wait to be sent, up to " + MOST_COUNTED)
                .register(meters);
    }

    @Scheduled(fixedDelay = "${laurel.sweep.every:60s}", initialDelay = "${laurel.sweep.every:60s}")
    @Periodic("remove messages after their retention")
    void run() {
        sweep(clock.instant());
    }

    /** Removes what is not kept at this moment. */
    public void sweep(Instant now) {
        waiting.set(repository.waiting(MOST_COUNTED));
        Instant before = now.minus(keep);
        inParts(() -> repository.sweep(before, PART));
        inParts(() -> repository.sweepWaiting(before, PART));
        inParts(() -> repository.sweepDeleted(PART));
        repository.forgetDeleted();
    }

    private void inParts(IntSupplier part) {
        int removed = PART;
        while (removed == PART) {
            removed = part.getAsInt();
        }
    }
}
