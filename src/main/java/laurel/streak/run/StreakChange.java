package laurel.streak.run;

import java.time.LocalDate;

/**
 * Days of a participant on which the length of a streak may have changed.
 *
 * @param endDate inclusive; may be in the future
 */
public record StreakChange(long streakId, long participantId, LocalDate startDate, LocalDate endDate) {}
