package laurel.event;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;

/** Deletes events about entries after their retention, in parts. There are many of them; other events are kept. */
@Singleton
@Serving
public class EventSweeper {
    private static final int PART = 5_000;

    private final EventRepository repository;
    private final Clock clock;
    private final ClockDrift drift;
    private final Duration keep;

    /** @param keep retention of events about entries */
    EventSweeper(
            EventRepository repository,
            Clock clock,
            ClockDrift drift,
            @Value("${laurel.events.retention:7d}") Duration keep) {
        this.repository = repository;
        this.clock = clock;
        this.drift = drift;
        this.keep = keep;
    }

    @Periodic(value = "remove events about entries after their retention", every = "laurel.sweep.every:60s")
    void run() {
        if (drift.agrees()) {
            sweep(clock.instant());
        }
    }

    /** Deletes the events past their retention at this time, in the order in which they occurred. */
    public void sweep(Instant now) {
        int removed = PART;
        while (removed == PART) {
            removed = repository.sweep(now.minus(keep), PART);
        }
    }
}
