package laurel.streak;

import io.micronaut.serde.annotation.Serdeable;

/**
 * What completing a streak came to, so far.
 *
 * @param dayCount days of participants to which events were added
 */
@Serdeable
public record BackfillStreakResult(long streakId, int dayCount) {}
