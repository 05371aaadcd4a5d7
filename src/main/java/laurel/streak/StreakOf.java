package laurel.streak;

/** A streak of a participant, whatever it has come to. */
record StreakOf(long streakId, long participantId) {}
