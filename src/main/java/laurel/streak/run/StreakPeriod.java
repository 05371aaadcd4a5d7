package laurel.streak.run;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** Period that a streak counts. */
public enum StreakPeriod {
    /** Local days. */
    DAY(1),
    /** ISO weeks of local days, Monday to Sunday. Each is represented by its Monday. */
    WEEK(7);

    private final int days;

    StreakPeriod(int days) {
        this.days = days;
    }

    /** Returns the number of days in a period. */
    public int days() {
        return days;
    }

    /** Returns the first day of the period that contains a day. */
    public LocalDate startOf(LocalDate day) {
        return this == DAY ? day : day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    }

    /** Returns the last day of the period that starts on a day. */
    LocalDate endOf(LocalDate start) {
        return start.plusDays(days - 1L);
    }
}
