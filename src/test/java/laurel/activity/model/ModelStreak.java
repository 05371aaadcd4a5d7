package laurel.activity.model;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A streak of one participant, computed from its days.
 *
 * <p>Active days count. Frozen days and days with amnesty do not count, but they do not break the streak. Any other day
 * breaks it. In a weekly streak each week is represented by its Monday.
 *
 * @param active  active days
 * @param covered frozen days and days with amnesty
 * @param step    days per period: 1 or 7
 */
record ModelStreak(TreeSet<LocalDate> active, Set<LocalDate> covered, int step) {
    /** An unbroken run from its first to its last active day; {@code length} is the number of active days. */
    record Run(LocalDate startDate, LocalDate endDate, int length) {}

    static ModelStreak ofDays(Set<LocalDate> active) {
        return new ModelStreak(new TreeSet<>(active), Set.of(), 1);
    }

    /** Runs in chronological order. */
    List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        for (LocalDate day : active) {
            Run last = runs.isEmpty() ? null : runs.getLast();
            if (last != null && isUnbroken(last.endDate, day)) {
                runs.set(runs.size() - 1, new Run(last.startDate, day, last.length + 1));
            } else {
                runs.add(new Run(day, day, 1));
            }
        }
        return runs;
    }

    /** Whether every day between the two is covered. */
    private boolean isUnbroken(LocalDate earlier, LocalDate later) {
        for (LocalDate day = earlier.plusDays(step); day.isBefore(later); day = day.plusDays(step)) {
            if (!covered.contains(day)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of active days of the run up to a day; 0 if the day is neither active nor covered. */
    int length(LocalDate day) {
        int length = 0;
        Predicate<LocalDate> unbroken = one -> active.contains(one) || covered.contains(one);
        for (LocalDate one = day; unbroken.test(one); one = one.minusDays(step)) {
            length += active.contains(one) ? 1 : 0;
        }
        return length;
    }

    /** The current length. The streak survives until the end of {@code today}, even without activity. */
    int current(LocalDate today) {
        return Math.max(length(today), length(today.minusDays(step)));
    }

    int longest() {
        return runs().stream().mapToInt(Run::length).max().orElse(0);
    }

    @Nullable
    LocalDate lastActiveDate() {
        return active.isEmpty() ? null : active.getLast();
    }

    /** Start of the last run. */
    @Nullable
    LocalDate startDate() {
        return active.isEmpty() ? null : runs().getLast().startDate;
    }
}
