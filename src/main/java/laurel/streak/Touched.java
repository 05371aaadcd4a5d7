package laurel.streak;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Days of a participant that have changed.
 *
 * @param active those that were not active before
 * @param held   those that were not frozen or forgiven before
 * @param lost   those that are not active, frozen or forgiven any more, be it only one of these
 */
record Touched(
        Streak streak,
        long participantId,
        NavigableSet<LocalDate> active,
        NavigableSet<LocalDate> held,
        NavigableSet<LocalDate> lost) {
    static Touched none(Streak streak, long participantId) {
        return new Touched(streak, participantId, new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    }

    static Touched held(Streak streak, long participantId, Collection<LocalDate> days) {
        return new Touched(streak, participantId, new TreeSet<>(), new TreeSet<>(days), new TreeSet<>());
    }

    static Touched lost(Streak streak, long participantId, Collection<LocalDate> days) {
        return new Touched(streak, participantId, new TreeSet<>(), new TreeSet<>(), new TreeSet<>(days));
    }

    boolean isEmpty() {
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

    /** The parts of runs that those of before have become, but for those that break, of which the active days are told. */
    List<StreakRun> parts(Collection<StreakRun> before, Collection<LocalDate> activeOfBroken) {
        NavigableSet<LocalDate> days = new TreeSet<>(active);
        days.addAll(activeOfBroken);
        return Stream.concat(
                        before.stream().filter(run -> !breaks(run)),
                        days.stream().map(StreakRun::of))
                .sorted((one, other) -> one.startedOn().compareTo(other.startedOn()))
                .toList();
    }
}
