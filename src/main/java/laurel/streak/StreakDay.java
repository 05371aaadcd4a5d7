package laurel.streak;

import java.time.LocalDate;

/** A streak of a participant, as it was on a day. */
public record StreakDay(long streakId, long participantId, LocalDate day) {}
