package laurel.streak.run;

import java.time.LocalDate;

/**
 * Days of a participant on which the length of a streak may have changed since it was last reported.
 *
 * @param endDate   inclusive; may be in the future
 * @param endLength minimum length of the streak on the end date, both before and after the change; 0 if unknown
 */
public record StreakChange(long streakId, long participantId, LocalDate startDate, LocalDate endDate, int endLength) {
    /** Returns the same days, without a known length: some may have had another length when they were last reported. */
    public StreakChange withUnknownLength() {
        return new StreakChange(streakId, participantId, startDate, endDate, 0);
    }

    /**
     * Returns the last day on which the length may have changed if lengths above a maximum count as the maximum. It is before the
     * start date if no length has changed.
     *
     * <p>A length grows by one per day at most, so {@code n} days before the end date it was and is {@code endLength - n} or more.
     */
    public LocalDate endDate(int maxLength) {
        return endLength < maxLength ? endDate : endDate.minusDays(endLength - maxLength + 1L);
    }
}
