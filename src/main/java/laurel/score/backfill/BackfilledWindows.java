package laurel.score.backfill;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.backfill.BackfillRepository.AchievedRange;
import laurel.score.backfill.BackfillRepository.ExistingWindow;
import laurel.window.WindowBounds;
import laurel.window.WindowKey;
import laurel.window.WindowSchedule;
import org.jspecify.annotations.Nullable;

/**
 * Selects the windows of a definition to backfill.
 *
 * @param startTime only windows that start then or later; null for all
 * @param endTime   only windows that start before; null for all
 * @param maxWindows maximum number of windows
 */
record BackfilledWindows(
        Leaderboard board,
        WindowDefinition definition,
        @Nullable Instant startTime,
        @Nullable Instant endTime,
        int maxWindows) {

    /**
     * Returns the windows that may contain submissions, in order of start for each time zone. Refuses TOO_MANY_WINDOWS.
     */
    List<WindowKey> in(AchievedRange achieved) {
        List<WindowKey> keys = new ArrayList<>();
        for (ZoneId zone : board.timeZones(definition)) {
            WindowSchedule schedule = WindowSchedule.of(board, definition, zone);
            @Nullable WindowBounds next = first(schedule, later(achieved.first(), startTime));
            for (; next != null && startsBefore(next, achieved.last()); next = schedule.after(next)) {
                if (includes(next)) {
                    keys.add(new WindowKey(board, definition, zone, next));
                }
                if (keys.size() > maxWindows) {
                    throw RefusedException.limit(
                            ErrorCode.TOO_MANY_WINDOWS,
                            maxWindows,
                            "More than " + maxWindows + " windows contain submissions, the first one at "
                                    + achieved.first() + " and the last one at " + achieved.last()
                                    + "; set `startTime` and `endTime`.",
                            "startTime");
                }
            }
        }
        return keys;
    }

    /**
     * Returns the windows that the leaderboard retains: neither expired, nor older than the {@code retain} newest ended ones.
     *
     * @param existing all existing windows of this definition
     */
    List<WindowKey> retained(Collection<WindowKey> keys, List<ExistingWindow> existing, Instant time) {
        return board.timeZones(definition).stream()
                .flatMap(zone -> retainedIn(
                        keys.stream().filter(key -> key.timeZone().equals(zone)).toList(),
                        existing.stream()
                                .filter(one -> one.timeZone().equals(zone))
                                .toList(),
                        time))
                .toList();
    }

    private Stream<WindowKey> retainedIn(List<WindowKey> keys, List<ExistingWindow> existing, Instant time) {
        Set<@Nullable Instant> expired = new HashSet<>();
        existing.stream().filter(ExistingWindow::expired).forEach(one -> expired.add(one.startsAt()));
        Instant oldest = oldestRetained(keys, existing, time);
        return keys.stream().filter(key -> {
            Instant start = key.bounds().startsAt();
            return !expired.contains(start) && (oldest == null || start == null || !start.isBefore(oldest));
        });
    }

    /** The start of the oldest retained window that has ended; null if all are retained. */
    private @Nullable Instant oldestRetained(List<WindowKey> keys, List<ExistingWindow> existing, Instant time) {
        Integer retain = definition.retainCount();
        if (retain == null) {
            return null;
        }
        Stream<@Nullable Instant> ended = Stream.concat(
                keys.stream()
                        .map(WindowKey::bounds)
                        .filter(bounds -> ended(bounds.endsAt(), time))
                        .map(WindowBounds::startsAt),
                existing.stream().filter(one -> ended(one.endsAt(), time)).map(ExistingWindow::startsAt));
        return ended.filter(start -> start != null)
                .distinct()
                .sorted(Comparator.reverseOrder())
                .limit(retain)
                .reduce(null, (newer, older) -> older);
    }

    private static boolean ended(@Nullable Instant end, Instant time) {
        return end != null && !end.isAfter(time);
    }

    private static @Nullable WindowBounds first(WindowSchedule schedule, Instant moment) {
        // Between two windows, the next one.
        return schedule.at(moment).orElseGet(() -> schedule.next(moment));
    }

    private boolean includes(WindowBounds bounds) {
        Instant start = bounds.startsAt();
        return start == null
                ? startTime == null
                : (startTime == null || !start.isBefore(startTime)) && (endTime == null || start.isBefore(endTime));
    }

    private boolean startsBefore(WindowBounds bounds, Instant last) {
        Instant start = bounds.startsAt();
        return start == null || (!start.isAfter(last) && (endTime == null || start.isBefore(endTime)));
    }

    private static Instant later(Instant one, @Nullable Instant other) {
        return other != null && other.isAfter(one) ? other : one;
    }
}
