package laurel.activity;

import java.time.LocalDate;

/** A day of a participant, as a rule has days begin. */
public record ParticipantDay(int dayRuleId, long participantId, LocalDate day) {}
