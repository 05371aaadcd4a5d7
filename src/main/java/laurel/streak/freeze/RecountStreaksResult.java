package laurel.streak.freeze;

import io.micronaut.serde.annotation.Serdeable;

/**
 * Progress of a job that counts streaks again after amnesties.
 *
 * @param recountedCount number of corrected streaks of participants; a streak counts again with each amnesty
 * @param remainingCount number of participants' streaks that remain
 */
@Serdeable
public record RecountStreaksResult(long streakId, int recountedCount, int remainingCount) {}
