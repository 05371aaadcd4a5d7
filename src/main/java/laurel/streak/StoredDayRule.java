package laurel.streak;

import io.micronaut.core.annotation.Introspected;

/** A day rule of an app's streaks or policies, with its id. */
@Introspected
public record StoredDayRule(int id, DayRule rule) {}
