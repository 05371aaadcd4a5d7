package laurel.streak.run;

import java.time.LocalDate;

/**
 * Days of a participant on which a streak may be of another length than before.
 *
 * @param through the last of them, be it in the future
 */
public record StreakChange(long streakId, long participantId, LocalDate from, LocalDate through) {}
