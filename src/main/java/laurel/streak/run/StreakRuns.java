package laurel.streak.run;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.database.sql.Numbered;
import laurel.streak.run.StreakRunRepository.CoveredDays;
import laurel.streak.run.StreakRunRepository.DayRange;
import laurel.streak.run.StreakRunRepository.RunRow;

/** Updates the runs near days that have changed. */
@Singleton
public class StreakRuns {
    private final StreakRunRepository repository;

    StreakRuns(StreakRunRepository repository) {
        this.repository = repository;
    }

    /**
     * Updates the runs after changes of days, which are already stored. Runs a constant number of statements. Reads no days of
     * runs that are only joined, and counts the days of runs that may break.
     *
     * @param changed at most one element per streak and participant
     */
    public List<StreakChange> update(List<ChangedDays> changed) {
        if (changed.isEmpty()) {
            return List.of();
        }
        List<DayRange> ranges = changed.stream()
                .map(days -> new DayRange(days.streakId(), days.startDate(), days.endDate()))
                .toList();
        Map<Integer, List<StreakRun>> near = repository.near(ranges).stream()
                .collect(groupingBy(row -> row.n() - 1, mapping(Numbered::value, toList())));
        Map<Integer, List<StreakRun>> pieces = pieces(changed, near);
        List<RunUpdate> updates = IntStream.range(0, changed.size())
                .mapToObj(n -> RunUpdate.of(
                        changed.get(n), near.getOrDefault(n, List.of()), pieces.getOrDefault(n, List.of())))
                .toList();
        return store(updates);
    }

    /** Returns the pieces of runs that may break, by the index of the change. */
    private Map<Integer, List<StreakRun>> pieces(List<ChangedDays> changed, Map<Integer, List<StreakRun>> near) {
        List<DayRange> ranges = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        near.forEach((n, runs) -> {
            ChangedDays days = changed.get(n);
            runs.stream()
                    .filter(days::mayBreak)
                    .flatMap(run -> days.split(run).stream())
                    .forEach(range -> {
                        ranges.add(range);
                        numbers.add(n);
                    });
        });
        return ranges.isEmpty() ? Map.of() : Numbered.lists(numbers, repository.active(ranges));
    }

    private List<StreakChange> store(List<RunUpdate> updates) {
        Map<StreakDay, StreakPeriod> endDays = new HashMap<>();
        updates.forEach(
                update -> update.endDates().forEach(date -> endDays.put(update.day(date), update.changed.period())));
        Map<StreakDay, LocalDate> covered = repository.coveredThrough(endDays).stream()
                .collect(toMap(CoveredDays::day, CoveredDays::coveredThrough));
        List<RunRow> deleted = new ArrayList<>();
        List<RunRow> stored = new ArrayList<>();
        List<StreakChange> changes = new ArrayList<>();
        for (RunUpdate update : updates) {
            Map<LocalDate, LocalDate> coveredThrough = new HashMap<>();
            update.endDates().forEach(date -> coveredThrough.put(date, requireNonNull(covered.get(update.day(date)))));
            List<StreakRun> runs = StreakRun.join(update.parts, update.changed.period(), coveredThrough);
            update.compare(runs, deleted, stored);
            changes.add(update.change(runs, coveredThrough));
        }
        if (!deleted.isEmpty()) {
            repository.delete(deleted);
        }
        if (!stored.isEmpty()) {
            repository.put(stored);
        }
        return changes;
    }

    /**
     * Update of the runs near the changed days of a streak.
     *
     * @param previous runs before the changes
     * @param parts    parts of runs after the changes, still to be joined
     */
    private record RunUpdate(ChangedDays changed, List<StreakRun> previous, List<StreakRun> parts) {
        static RunUpdate of(ChangedDays changed, List<StreakRun> previous, Collection<StreakRun> pieces) {
            return new RunUpdate(changed, previous, changed.parts(previous, pieces));
        }

        StreakDay day(LocalDate date) {
            return new StreakDay(
                    changed.streakId().streakId(), changed.streakId().participantId(), date);
        }

        /** Returns the dates after which covered days matter. */
        Set<LocalDate> endDates() {
            Set<LocalDate> dates = new HashSet<>(Set.of(changed.endDate()));
            Stream.concat(previous.stream(), parts.stream())
                    .map(StreakRun::endDate)
                    .forEach(dates::add);
            return dates;
        }

        /** Adds the runs to delete and to store. */
        void compare(List<StreakRun> runs, List<RunRow> deleted, List<RunRow> stored) {
            Map<LocalDate, StreakRun> remaining = new TreeMap<>();
            previous.forEach(run -> remaining.put(run.startDate(), run));
            for (StreakRun run : runs) {
                if (!run.equals(remaining.remove(run.startDate()))) {
                    stored.add(row(run));
                }
            }
            remaining.values().forEach(run -> deleted.add(row(run)));
        }

        private RunRow row(StreakRun run) {
            return new RunRow(changed.streakId(), run);
        }

        /**
         * Returns the days on which the length may have changed: from the first changed day to the end of all runs that
         * contain a changed day, before or after, and the covered days that follow.
         */
        StreakChange change(List<StreakRun> runs, Map<LocalDate, LocalDate> coveredThrough) {
            LocalDate end = Stream.concat(previous.stream(), runs.stream())
                    .filter(run -> !run.startDate().isAfter(changed.endDate())
                            && !run.endDate().isBefore(changed.startDate()))
                    .map(StreakRun::endDate)
                    .reduce(changed.endDate(), (one, other) -> one.isAfter(other) ? one : other);
            // The covered days after the last end date reach furthest.
            LocalDate last = requireNonNull(coveredThrough.get(end));
            return new StreakChange(
                    changed.streakId().streakId(),
                    changed.streakId().participantId(),
                    changed.startDate(),
                    changed.period().endOf(last),
                    Math.min(lengthOn(end, previous), lengthOn(end, runs)));
        }

        /** Returns the length of the run that ends on a date; 0 if none does. */
        private static int lengthOn(LocalDate endDate, List<StreakRun> runs) {
            return runs.stream()
                    .filter(run -> run.endDate().equals(endDate))
                    .mapToInt(StreakRun::length)
                    .sum();
        }
    }
}
