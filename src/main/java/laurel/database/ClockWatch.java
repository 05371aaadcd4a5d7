package laurel.database;

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

    @Periodic(
            value = "compare the clock with the database's",
            every = "laurel.clock.check-every:1s",
            first = "0s",
            everyNode = true)
    void run() {
        drift.agrees();
    }
}
