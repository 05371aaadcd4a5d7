package laurel.scoring.day;

import io.micronaut.serde.annotation.Serdeable;

/**
 * Progress of a job that scores the days of a policy again.
 *
 * @param scoredDayCount    number of participants' days that were scored
 * @param remainingDayCount upper bound of the number of participants' days that remain; includes days without activity
 */
@Serdeable
public record RescoreDaysResult(int policyId, int scoredDayCount, int remainingDayCount) {}
