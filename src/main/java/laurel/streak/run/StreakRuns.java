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
import laurel.streak.run.StreakRunRepository.Days;
import laurel.streak.run.StreakRunRepository.Held;
import laurel.streak.run.StreakRunRepository.Stored;

/** Keeps runs what the days say, by the runs near the days that have changed. */
@Singleton
public class StreakRuns {
    private final StreakRunRepository repository;

    StreakRuns(StreakRunRepository repository) {
        this.repository = repository;
    }

    /**
     * Follows days, which are stored already. In a constant number of statements; of a run that is only joined to others
     * not even its days are read, of one that may break they are counted.
     *
     * @param touched none of a streak and participant twice
     */
    public List<StreakChange> follow(List<ChangedDays> touched) {
        if (touched.isEmpty()) {
            return List.of();
        }
        List<Days> spans = touched.stream()
                .map(one -> new Days(one.streak().id(), one.participantId(), one.from(), one.through()))
                .toList();
        Map<Integer, List<StreakRun>> near = repository.near(spans).stream()
                .collect(groupingBy(row -> row.n() - 1, mapping(Numbered::value, toList())));
        Map<Integer, List<StreakRun>> left = ofBroken(touched, near);
        List<Around> all = IntStream.range(0, touched.size())
                .mapToObj(n ->
                        Around.of(touched.get(n), near.getOrDefault(n, List.of()), left.getOrDefault(n, List.of())))
                .toList();
        return store(all);
    }

    private Map<Integer, List<StreakRun>> ofBroken(List<ChangedDays> touched, Map<Integer, List<StreakRun>> near) {
        List<Days> stretches = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        near.forEach((n, runs) -> {
            ChangedDays one = touched.get(n);
            runs.stream()
                    .filter(one::breaks)
                    .flatMap(run -> one.stretches(run).stream())
                    .forEach(stretch -> {
                        stretches.add(
                                new Days(one.streak().id(), one.participantId(), stretch.from(), stretch.through()));
                        numbers.add(n);
                    });
        });
        return stretches.isEmpty() ? Map.of() : Numbered.lists(numbers, repository.active(stretches));
    }

    private List<StreakChange> store(List<Around> all) {
        Map<StreakDay, StreakPeriod> asked = new HashMap<>();
        all.forEach(one -> one.ends()
                .forEach(day -> asked.put(one.day(day), one.touched.streak().unit())));
        Map<StreakDay, LocalDate> held = repository.held(asked).stream().collect(toMap(Held::day, Held::through));
        List<Stored> gone = new ArrayList<>();
        List<Stored> put = new ArrayList<>();
        List<StreakChange> changes = new ArrayList<>();
        for (Around one : all) {
            Map<LocalDate, LocalDate> ends = new HashMap<>();
            one.ends().forEach(day -> ends.put(day, requireNonNull(held.get(one.day(day)))));
            List<StreakRun> after =
                    StreakRun.joined(one.parts, one.touched.streak().unit(), ends);
            one.difference(after, gone, put);
            changes.add(one.change(after, ends));
        }
        if (!gone.isEmpty()) {
            repository.delete(gone);
        }
        if (!put.isEmpty()) {
            repository.put(put);
        }
        return changes;
    }

    /**
     * What lies around days that have changed.
     *
     * @param before the runs as they were
     * @param parts  what is left of them, and is new, still to be joined
     */
    private record Around(ChangedDays touched, List<StreakRun> before, List<StreakRun> parts) {
        static Around of(ChangedDays touched, List<StreakRun> before, Collection<StreakRun> ofBroken) {
            return new Around(touched, before, touched.parts(before, ofBroken));
        }

        StreakDay day(LocalDate day) {
            return new StreakDay(touched.streak().id(), touched.participantId(), day);
        }

        /** The days of which it matters how far those after them are frozen or have amnesty. */
        Set<LocalDate> ends() {
            Set<LocalDate> ends = new HashSet<>(Set.of(touched.through()));
            Stream.concat(before.stream(), parts.stream())
                    .map(StreakRun::endDate)
                    .forEach(ends::add);
            return ends;
        }

        void difference(List<StreakRun> after, List<Stored> gone, List<Stored> put) {
            Map<LocalDate, StreakRun> left = new TreeMap<>();
            before.forEach(run -> left.put(run.startDate(), run));
            for (StreakRun run : after) {
                if (!run.equals(left.remove(run.startDate()))) {
                    put.add(stored(run));
                }
            }
            left.values().forEach(run -> gone.add(stored(run)));
        }

        private Stored stored(StreakRun run) {
            return new Stored(touched.streak().id(), touched.participantId(), run);
        }

        /**
         * From the first day through the end of every run that it was or is in, and what is frozen or have amnesty after
         * that.
         */
        StreakChange change(List<StreakRun> after, Map<LocalDate, LocalDate> held) {
            LocalDate through = Stream.concat(before.stream(), after.stream())
                    .filter(run -> !run.startDate().isAfter(touched.through())
                            && !run.endDate().isBefore(touched.from()))
                    .map(StreakRun::endDate)
                    .reduce(touched.through(), (one, other) -> one.isAfter(other) ? one : other);
            // The last such end has the furthest of the days held after them.
            LocalDate last = requireNonNull(held.get(through));
            return new StreakChange(
                    touched.streak().id(),
                    touched.participantId(),
                    touched.from(),
                    touched.streak().unit().last(last));
        }
    }
}
