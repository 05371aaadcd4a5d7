package laurel.streak;

import io.micronaut.core.annotation.Introspected;

/** A streak of a participant, whatever it has come to. */
@Introspected
record StreakOf(long streakId, long participantId) {}
