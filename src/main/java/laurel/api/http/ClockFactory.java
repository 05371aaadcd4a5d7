package laurel.api.http;

import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Secondary;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import laurel.database.ClockDrift.MachineClock;

/** What the service takes from outside of itself. */
@Factory
final class ClockFactory {
    /** The only clock; nothing else may ask for the time. To the microsecond, as PostgreSQL
     * keeps it. Gives way to one that is set from outside. */
    @Singleton
    @Secondary
    Clock clock() {
        return Clock.tick(Clock.systemUTC(), ChronoUnit.MICROS.getDuration());
    }

    /** Of the machine, whatever the service's clock says. */
    @Singleton
    @Secondary
    MachineClock machineClock() {
        return new MachineClock(Clock.systemUTC());
    }
}
