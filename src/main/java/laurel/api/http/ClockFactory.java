package laurel.api.http;

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

    /** The clock of the machine, which the service's clock is compared with. */
    @Singleton
    @Secondary
    MachineClock machineClock() {
        return new MachineClock(Clock.systemUTC());
    }
}
