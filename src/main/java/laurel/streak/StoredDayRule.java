package laurel.streak;

import io.micronaut.core.annotation.Introspected;

/** A rule that an app's streaks or policies go by. */
@Introspected
public record StoredDayRule(int id, DayRule rule) {}
