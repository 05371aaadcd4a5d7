package laurel.streak;

import java.time.LocalDate;

/**
 * Change of the number of a participant's events on a day.
 *
 * @param dayRuleId  rule that assigned the events to the day
 * @param eventCount negative if counted events are muted
 */
public record DayActivity(int dayRuleId, long participantId, LocalDate day, String eventType, int eventCount) {}
