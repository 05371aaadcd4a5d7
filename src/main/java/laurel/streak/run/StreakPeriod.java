package laurel.streak.run;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** What a streak counts. */
public enum StreakPeriod {
    /** Local days. */
    DAY(1),
    /** ISO weeks of local days; a week is told by its Monday. */
    WEEK(7);

    private final int days;

    StreakPeriod(int days) {
        this.days = days;
    }

    /** How many days one is. */
    public int days() {
        return days;
    }

    /** The day by which the one that holds this day is told. */
    public LocalDate of(LocalDate day) {
        return this == DAY ? day : day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    }

    /** The last day of the one that is told by this day. */
    LocalDate last(LocalDate first) {
        return first.plusDays(days - 1L);
    }
}
