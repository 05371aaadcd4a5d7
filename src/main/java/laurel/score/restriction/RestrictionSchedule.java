package laurel.score.restriction;

import jakarta.inject.Singleton;
import java.time.Clock;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;

/** Ends restrictions that have expired, once a second on every node. */
@Singleton
@Serving
class RestrictionSchedule {
    private final RestrictionWork work;
    private final Clock clock;
    private final ClockDrift drift;

    RestrictionSchedule(RestrictionWork work, Clock clock, ClockDrift drift) {
        this.work = work;
        this.clock = clock;
        this.drift = drift;
    }

    @Periodic(value = "end restrictions of participants", every = "laurel.lifecycle.every:1s", first = "0s")
    void run() {
        if (drift.agrees()) {
            work.run(clock.instant());
        }
    }
}
