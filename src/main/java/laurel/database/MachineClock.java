package laurel.database;

import java.time.Clock;

/** The clock of this machine, which is compared with that of the database's. The service's own clock may be any in a test. */
public record MachineClock(Clock clock) {}
