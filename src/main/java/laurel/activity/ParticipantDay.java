package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import java.time.LocalDate;

/** A day of a participant by a day rule. */
@Introspected
public record ParticipantDay(int dayRuleId, long participantId, LocalDate day) {}
