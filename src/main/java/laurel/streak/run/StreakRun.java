package laurel.streak.run;

import io.micronaut.core.annotation.Introspected;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Active days of a participant between which each day is active, frozen or have amnesty; in a streak of weeks Mondays,
 * each for its week.
 *
 * @param length how many are active
 */
@Introspected
public record StreakRun(LocalDate startDate, LocalDate endDate, int length) {
    static StreakRun of(LocalDate day) {
        return new StreakRun(day, day, 1);
    }

    boolean holds(LocalDate day) {
        return !day.isBefore(startDate) && !day.isAfter(endDate);
    }

    /**
     * The runs that these parts of runs make together.
     *
     * @param parts in order of start; none has an active day of another
     * @param held  through which day the days after each part's end are frozen or have amnesty
     */
    static List<StreakRun> joined(List<StreakRun> parts, StreakPeriod unit, Map<LocalDate, LocalDate> held) {
        List<StreakRun> runs = new ArrayList<>();
        for (StreakRun part : parts) {
            StreakRun last = runs.isEmpty() ? null : runs.getLast();
            if (last != null && last.reaches(part, unit, held)) {
                runs.set(runs.size() - 1, last.with(part));
            } else {
                runs.add(part);
            }
        }
        return runs;
    }

    private boolean reaches(StreakRun next, StreakPeriod unit, Map<LocalDate, LocalDate> held) {
        LocalDate end = held.getOrDefault(endDate, endDate);
        return !next.startDate.isAfter(end.plusDays(unit.days()));
    }

    private StreakRun with(StreakRun next) {
        LocalDate last = endDate.isAfter(next.endDate) ? endDate : next.endDate;
        return new StreakRun(startDate, last, length + next.length);
    }
}
