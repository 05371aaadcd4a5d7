package laurel.streak;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Days of a streak that somebody names.
 *
 * @param streak  its key
 * @param through the last of them
 */
record StreakDays(String streak, LocalDate from, LocalDate through) {
    private static final int MOST = 31;

    /** The days, or the Mondays of the weeks that hold them; refuses INVALID_STREAK unless they are 1 to 31 days. */
    List<LocalDate> of(StreakUnit unit) {
        long days = ChronoUnit.DAYS.between(from, through) + 1;
        if (days < 1 || days > MOST) {
            throw StreakDefinition.invalid("At once it is 1 to " + MOST + " days.", "through");
        }
        return from.datesUntil(through.plusDays(1)).map(unit::of).distinct().toList();
    }
}
