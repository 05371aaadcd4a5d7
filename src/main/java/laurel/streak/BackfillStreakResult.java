package laurel.streak;

import io.micronaut.serde.annotation.Serdeable;

/**
 * Progress of a job that adds past activity to a streak.
 *
 * @param dayCount number of participants' days to which events were added
 */
@Serdeable
public record BackfillStreakResult(long streakId, int dayCount) {}
