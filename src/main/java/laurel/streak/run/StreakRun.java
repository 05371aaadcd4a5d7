package laurel.streak.run;

import io.micronaut.core.annotation.Introspected;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Consecutive active days of a participant, interrupted only by covered days. If the streak counts weeks, the dates are
 * Mondays.
 *
 * @param startDate first active day
 * @param endDate   last active day
 * @param length    number of active days
 */
@Introspected
public record StreakRun(LocalDate startDate, LocalDate endDate, int length) {
    static StreakRun ofDay(LocalDate day) {
        return new StreakRun(day, day, 1);
    }

    boolean contains(LocalDate day) {
        return !day.isBefore(startDate) && !day.isAfter(endDate);
    }

    /**
     * Joins parts of runs that have only covered days between them.
     *
     * @param parts          ordered by start date; no two parts share an active day
     * @param coveredThrough last of the consecutive covered days after each part's end date, by end date
     */
    static List<StreakRun> join(List<StreakRun> parts, StreakPeriod period, Map<LocalDate, LocalDate> coveredThrough) {
        List<StreakRun> runs = new ArrayList<>();
        for (StreakRun part : parts) {
            StreakRun last = runs.isEmpty() ? null : runs.getLast();
            if (last != null && last.reaches(part, period, coveredThrough)) {
                runs.set(runs.size() - 1, last.plus(part));
            } else {
                runs.add(part);
            }
        }
        return runs;
    }

    private boolean reaches(StreakRun next, StreakPeriod period, Map<LocalDate, LocalDate> coveredThrough) {
        LocalDate end = coveredThrough.getOrDefault(endDate, endDate);
        return !next.startDate.isAfter(end.plusDays(period.days()));
    }

    private StreakRun plus(StreakRun next) {
        LocalDate last = endDate.isAfter(next.endDate) ? endDate : next.endDate;
        return new StreakRun(startDate, last, length + next.length);
    }
}
