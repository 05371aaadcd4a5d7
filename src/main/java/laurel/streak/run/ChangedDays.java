package laurel.streak.run;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import laurel.streak.Streak;

/**
 * Days of a participant that have changed.
 *
 * @param active those that were not active before
 * @param held   those that were not frozen or have amnesty before
 * @param lost   those that have stopped being active, frozen or have amnesty, even if another of these still holds
 */
public record ChangedDays(
        Streak streak,
        long participantId,
        NavigableSet<LocalDate> active,
        NavigableSet<LocalDate> held,
        NavigableSet<LocalDate> lost) {
    static ChangedDays none(Streak streak, long participantId) {
        return new ChangedDays(streak, participantId, new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    }

    public static ChangedDays held(Streak streak, long participantId, Collection<LocalDate> days) {
        return new ChangedDays(streak, participantId, new TreeSet<>(), new TreeSet<>(days), new TreeSet<>());
    }

    public static ChangedDays lost(Streak streak, long participantId, Collection<LocalDate> days) {
        return new ChangedDays(streak, participantId, new TreeSet<>(), new TreeSet<>(), new TreeSet<>(days));
    }

    public boolean isEmpty() {
        return days().findAny().isEmpty();
    }

    LocalDate from() {
        return days().map(NavigableSet::first).min(LocalDate::compareTo).orElseThrow();
    }

    LocalDate through() {
        return days().map(NavigableSet::last).max(LocalDate::compareTo).orElseThrow();
    }

    private Stream<NavigableSet<LocalDate>> days() {
        return Stream.of(active, held, lost).filter(days -> !days.isEmpty());
    }

    /** Whether a run may hold together no more. */
    boolean breaks(StreakRun run) {
        return lost.stream().anyMatch(run::holds);
    }

    /**
     * The stretches of a run that breaks, in each of which it still holds together: the days lost, and those between
     * them.
     */
    List<Stretch> stretches(StreakRun run) {
        List<Stretch> stretches = new ArrayList<>();
        LocalDate from = run.startDate();
        for (LocalDate day : lost.subSet(run.startDate(), true, run.endDate(), true)) {
            stretches.add(new Stretch(from, day.minusDays(1)));
            stretches.add(new Stretch(day, day));
            from = day.plusDays(1);
        }
        stretches.add(new Stretch(from, run.endDate()));
        return stretches.stream().filter(one -> !one.isEmpty()).toList();
    }

    /** Days from one through another. */
    record Stretch(LocalDate from, LocalDate through) {
        private boolean isEmpty() {
            return through.isBefore(from);
        }
    }

    /**
     * The parts of runs that those of before have become.
     *
     * @param ofBroken what is left of those that break, with the days that are new in them
     */
    List<StreakRun> parts(Collection<StreakRun> before, Collection<StreakRun> ofBroken) {
        List<StreakRun> broken = before.stream().filter(this::breaks).toList();
        return Stream.of(
                        before.stream().filter(run -> !breaks(run)),
                        ofBroken.stream(),
                        active.stream()
                                .filter(day -> broken.stream().noneMatch(run -> run.holds(day)))
                                .map(StreakRun::of))
                .flatMap(parts -> parts)
                .sorted(Comparator.comparing(StreakRun::startDate))
                .toList();
    }
}
