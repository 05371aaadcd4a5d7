package laurel.streak.freeze;

import io.micronaut.serde.annotation.Serdeable;

/**
 * What counting streaks of participants again came to, so far.
 *
 * @param recountedCount participants; one counts again with each amnesty
 * @param remainingCount participants that are left, with each amnesty
 */
@Serdeable
public record RecountStreaksResult(long streakId, int recountedCount, int remainingCount) {}
