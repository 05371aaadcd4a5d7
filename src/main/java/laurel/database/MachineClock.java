package laurel.database;

import java.time.Clock;

/** The clock of this machine, which is compared with the clock of the database. Tests replace the service's clock, not this one. */
public record MachineClock(Clock clock) {}
