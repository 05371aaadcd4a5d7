package laurel.activity.model;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A streak of one participant, from its days alone.
 *
 * @param active  the days that count, of a streak of weeks their Mondays
 * @param covered those that are frozen or forgiven, of a streak of weeks their Mondays
 * @param step    days from one to the next: 1 or 7
 */
record ModelStreak(TreeSet<LocalDate> active, Set<LocalDate> covered, int step) {
    /** Days in a row, from an active one to an active one; {@code days} are those that count. */
    record Run(LocalDate from, LocalDate through, int days) {}

    static ModelStreak ofDays(Set<LocalDate> active) {
        return new ModelStreak(new TreeSet<>(active), Set.of(), 1);
    }

    /** In order of time. */
    List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        for (LocalDate day : active) {
            Run last = runs.isEmpty() ? null : runs.getLast();
            if (last != null && held(last.through, day)) {
                runs.set(runs.size() - 1, new Run(last.from, day, last.days + 1));
            } else {
                runs.add(new Run(day, day, 1));
            }
        }
        return runs;
    }

    /** Whether every day between these two is covered. */
    private boolean held(LocalDate earlier, LocalDate later) {
        for (LocalDate day = earlier.plusDays(step); day.isBefore(later); day = day.plusDays(step)) {
            if (!covered.contains(day)) {
                return false;
            }
        }
        return true;
    }

    /** How many days count up to this one, in a row with it; 0 where it neither counts nor is covered. */
    int length(LocalDate day) {
        int length = 0;
        Predicate<LocalDate> held = one -> active.contains(one) || covered.contains(one);
        for (LocalDate one = day; held.test(one); one = one.minusDays(step)) {
            length += active.contains(one) ? 1 : 0;
        }
        return length;
    }

    /** As of a day on which there is time left to be active. */
    int current(LocalDate today) {
        return Math.max(length(today), length(today.minusDays(step)));
    }

    int best() {
        return runs().stream().mapToInt(Run::days).max().orElse(0);
    }

    @Nullable
    LocalDate lastActiveDate() {
        return active.isEmpty() ? null : active.getLast();
    }

    /** Of the last run. */
    @Nullable
    LocalDate startDate() {
        return active.isEmpty() ? null : runs().getLast().from;
    }
}
