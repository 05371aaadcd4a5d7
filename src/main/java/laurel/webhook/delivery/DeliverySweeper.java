package laurel.webhook.delivery;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;
import laurel.webhook.DeliveryRepository;

/** Deletes messages after their retention, in parts, and counts pending messages. */
@Singleton
@Serving
public class DeliverySweeper {
    private static final int PART = 5_000;
    private static final int MAX_COUNTED = 100_000;

    private final DeliveryRepository repository;
    private final Clock clock;
    private final ClockDrift drift;
    private final Duration keep;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param keep retention of messages after their creation; pending ones of enabled webhooks are kept until they are sent */
    DeliverySweeper(
            DeliveryRepository repository,
            Clock clock,
            ClockDrift drift,
            MeterRegistry meters,
            @Value("${laurel.webhooks.retention:7d}") Duration keep) {
        this.repository = repository;
        this.clock = clock;
        this.drift = drift;
        this.keep = keep;
        Gauge.builder("laurel.webhooks.waiting", waiting, AtomicInteger::get)
                .description("Messages that wait to be sent, up to " + MAX_COUNTED)
                .register(meters);
    }

    @Periodic(value = "remove messages after their retention", every = "laurel.sweep.every:60s")
    void run() {
        waiting.set(repository.waiting(MAX_COUNTED));
        if (drift.agrees()) {
            sweep(clock.instant());
        }
    }

    /** Deletes the messages past their retention at this time. */
    public void sweep(Instant now) {
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
