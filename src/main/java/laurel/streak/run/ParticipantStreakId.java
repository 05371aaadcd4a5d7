package laurel.streak.run;

import io.micronaut.core.annotation.Introspected;

/** Identifies a streak of a participant. */
@Introspected
public record ParticipantStreakId(long streakId, long participantId) {}
