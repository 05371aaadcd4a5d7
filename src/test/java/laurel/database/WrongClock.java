package laurel.database;

import java.time.Clock;
import java.time.Duration;
import laurel.database.ClockDrift.MachineClock;
import laurel.database.sql.Sql;

/** A machine whose clock is a minute ahead of the clock of the database. */
public final class WrongClock {
    private WrongClock() {}

    public static ClockDrift of(Sql sql) {
        var machine = new MachineClock(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(1)));
        return new ClockDrift(sql, machine, Duration.ofSeconds(5));
    }
}
