package laurel.scoring.day;

import io.micronaut.serde.annotation.Serdeable;

/**
 * What scoring the days of a policy again came to, so far.
 *
 * @param scoredDayCount    days of participants on which something was counted
 * @param remainingDayCount as far as is known; days in between on which nothing was counted are among them
 */
@Serdeable
public record RescoreDaysResult(int policyId, int scoredDayCount, int remainingDayCount) {}
