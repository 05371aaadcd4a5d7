package laurel.streak.run;

import io.micronaut.core.annotation.Introspected;

/** A streak of a participant, whatever it has come to. */
@Introspected
public record ParticipantStreakId(long streakId, long participantId) {}
