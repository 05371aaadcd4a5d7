package laurel.database;

import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import laurel.Periodic;
import laurel.Serving;

/** Compares the clocks regularly, so that a node with a wrong clock is unhealthy. */
@Singleton
@Serving
class ClockWatch {
    private final ClockDrift drift;

    ClockWatch(ClockDrift drift) {
        this.drift = drift;
    }

    @Scheduled(fixedDelay = "${laurel.clock.check-every:1s}", initialDelay = "0s")
    @Periodic(value = "compare the clock with the database's", everyNode = true)
    void run() {
        drift.agrees();
    }
}
