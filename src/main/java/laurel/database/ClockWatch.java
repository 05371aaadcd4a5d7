package laurel.database;

import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import laurel.Background;
import laurel.Serving;
import org.jdbi.v3.core.Jdbi;

/** Compares the clocks regularly, so that a node with a wrong clock is unhealthy. */
@Singleton
@Serving
class ClockWatch {
    private final Jdbi jdbi;
    private final ClockDrift drift;

    ClockWatch(Jdbi jdbi, ClockDrift drift) {
        this.jdbi = jdbi;
        this.drift = drift;
    }

    @Scheduled(fixedDelay = "${laurel.clock.every:1s}", initialDelay = "0s")
    @Background
    void run() {
        jdbi.useHandle(drift::agrees);
    }
}
