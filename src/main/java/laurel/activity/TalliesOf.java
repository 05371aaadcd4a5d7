package laurel.activity;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import laurel.streak.DayRule;

/**
 * A question: what was counted on these days of a participant?
 *
 * @param through the last of them
 */
record TalliesOf(long participantId, DayRule rule, LocalDate from, LocalDate through) {
    int days() {
        return (int) ChronoUnit.DAYS.between(from, through) + 1;
    }
}
