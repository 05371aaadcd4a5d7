package laurel.score.restriction;

import io.micronaut.scheduling.annotation.Scheduled;
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

    @Scheduled(fixedDelay = "${laurel.lifecycle.every:1s}", initialDelay = "0s")
    @Periodic("end restrictions of participants")
    void run() {
        if (drift.agrees()) {
            work.run(clock.instant());
        }
    }
}
