package laurel.streak;

/** A rule that an app's streaks or policies go by. */
public record StoredDayRule(int id, DayRule rule) {}
