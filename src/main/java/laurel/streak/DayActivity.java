package laurel.streak;

import java.time.LocalDate;

/**
 * How many more events of a type a participant had a part in on one of its days.
 *
 * @param dayRuleId the rule that says which day it was
 * @param events    less than 0 where events turn out not to count
 */
public record DayActivity(int dayRuleId, long participantId, LocalDate day, String type, int events) {}
