package laurel.api.http;

import io.github.bucket4j.TimeMeter;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Secondary;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import laurel.database.ClockDrift.MachineClock;

/** The clocks of the service. Tests replace them. */
@Factory
final class ClockFactory {
    /** The only source of the current time, in microseconds as in PostgreSQL. */
    @Singleton
    @Secondary
    Clock clock() {
        return Clock.tick(Clock.systemUTC(), ChronoUnit.MICROS.getDuration());
    }

    /** The monotonic time of budgets, which is independent of the clock. */
    @Singleton
    @Secondary
    TimeMeter monotonicTime() {
        return TimeMeter.SYSTEM_NANOTIME;
    }

    /** The clock of the machine, which the service's clock is compared with. */
    @Singleton
    @Secondary
    MachineClock machineClock() {
        return new MachineClock(Clock.systemUTC());
    }
}
