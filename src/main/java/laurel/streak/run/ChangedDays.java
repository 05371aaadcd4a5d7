package laurel.streak.run;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import laurel.streak.run.StreakRunRepository.DayRange;

/**
 * Days of a participant's streak that have changed. A day is covered if it is frozen or has amnesty.
 *
 * @param activated days that have become active
 * @param covered   days that have become covered
 * @param lost      days that have stopped being active or covered, even if they are still the other
 */
public record ChangedDays(
        ParticipantStreakId streakId,
        StreakPeriod period,
        NavigableSet<LocalDate> activated,
        NavigableSet<LocalDate> covered,
        NavigableSet<LocalDate> lost) {
    static ChangedDays none(ParticipantStreakId streakId, StreakPeriod period) {
        return new ChangedDays(streakId, period, new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    }

    public static ChangedDays covered(ParticipantStreakId streakId, StreakPeriod period, Collection<LocalDate> days) {
        return new ChangedDays(streakId, period, new TreeSet<>(), new TreeSet<>(days), new TreeSet<>());
    }

    public static ChangedDays lost(ParticipantStreakId streakId, StreakPeriod period, Collection<LocalDate> days) {
        return new ChangedDays(streakId, period, new TreeSet<>(), new TreeSet<>(), new TreeSet<>(days));
    }

    public boolean isEmpty() {
        return days().findAny().isEmpty();
    }

    LocalDate startDate() {
        return days().map(NavigableSet::first).min(LocalDate::compareTo).orElseThrow();
    }

    LocalDate endDate() {
        return days().map(NavigableSet::last).max(LocalDate::compareTo).orElseThrow();
    }

    private Stream<NavigableSet<LocalDate>> days() {
        return Stream.of(activated, covered, lost).filter(days -> !days.isEmpty());
    }

    /** Returns whether the changes may break a run. */
    boolean mayBreak(StreakRun run) {
        return lost.stream().anyMatch(run::contains);
    }

    /**
     * Splits a run that may break into ranges that cannot break: the lost days, and the ranges between them.
     */
    List<DayRange> split(StreakRun run) {
        List<DayRange> ranges = new ArrayList<>();
        LocalDate start = run.startDate();
        for (LocalDate day : lost.subSet(run.startDate(), true, run.endDate(), true)) {
            ranges.add(new DayRange(streakId, start, day.minusDays(1)));
            ranges.add(new DayRange(streakId, day, day));
            start = day.plusDays(1);
        }
        ranges.add(new DayRange(streakId, start, run.endDate()));
        return ranges.stream().filter(range -> !range.isEmpty()).toList();
    }

    /**
     * Returns the parts of runs after the changes, still to be joined.
     *
     * @param previous runs before the changes
     * @param pieces   pieces of the runs that may break, including days that became active in them
     */
    List<StreakRun> parts(Collection<StreakRun> previous, Collection<StreakRun> pieces) {
        List<StreakRun> broken = previous.stream().filter(this::mayBreak).toList();
        return Stream.of(
                        previous.stream().filter(run -> !mayBreak(run)),
                        pieces.stream(),
                        activated.stream()
                                .filter(day -> broken.stream().noneMatch(run -> run.contains(day)))
                                .map(StreakRun::ofDay))
                .flatMap(parts -> parts)
                .sorted(Comparator.comparing(StreakRun::startDate))
                .toList();
    }
}
