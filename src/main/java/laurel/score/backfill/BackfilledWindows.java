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
import laurel.score.backfill.BackfillRepository.Moments;
import laurel.score.backfill.BackfillRepository.StartedWindow;
import laurel.window.WindowBounds;
import laurel.window.WindowKey;
import laurel.window.WindowSchedule;
import org.jspecify.annotations.Nullable;

/**
 * Which windows a definition means for what a board has received.
 *
 * @param since only windows that start then or later; null is all
 * @param until only windows that start before; null is all
 */
record BackfilledWindows(
        Leaderboard board,
        WindowDefinition definition,
        @Nullable Instant since,
        @Nullable Instant until,
        int most) {

    /**
     * Those that lie between these moments, of each zone in order of start; refuses TOO_MANY_WINDOWS.
     *
     * @param moments the first and the last in which anything was achieved
     */
    List<WindowKey> between(Moments moments) {
        List<WindowKey> keys = new ArrayList<>();
        for (ZoneId zone : board.timeZones(definition)) {
            WindowSchedule schedule = WindowSchedule.of(board, definition, zone);
            @Nullable WindowBounds next = first(schedule, later(moments.first(), since));
            for (; next != null && startsBefore(next, moments.last()); next = schedule.after(next)) {
                if (wanted(next)) {
                    keys.add(new WindowKey(board, definition, zone, next));
                }
                if (keys.size() > most) {
                    throw RefusedException.limit(
                            ErrorCode.TOO_MANY_WINDOWS,
                            most,
                            "More than " + most + " windows contain submissions, the first one at "
                                    + moments.first() + " and the last one at " + moments.last()
                                    + "; set `startTime` and `endTime`.",
                            "startTime");
                }
            }
        }
        return keys;
    }

    /**
     * Those of these windows that the board keeps: neither expired, nor older than so many that have ended.
     *
     * @param started all of this definition that have a row
     */
    List<WindowKey> kept(Collection<WindowKey> keys, List<StartedWindow> started, Instant time) {
        return board.timeZones(definition).stream()
                .flatMap(zone -> keptOf(
                        keys.stream().filter(key -> key.timeZone().equals(zone)).toList(),
                        started.stream().filter(one -> one.zone().equals(zone)).toList(),
                        time))
                .toList();
    }

    private Stream<WindowKey> keptOf(List<WindowKey> keys, List<StartedWindow> started, Instant time) {
        Set<@Nullable Instant> expired = new HashSet<>();
        started.stream().filter(StartedWindow::expired).forEach(one -> expired.add(one.startsAt()));
        Instant oldest = oldest(keys, started, time);
        return keys.stream().filter(key -> {
            Instant start = key.bounds().startsAt();
            return !expired.contains(start) && (oldest == null || start == null || !start.isBefore(oldest));
        });
    }

    /** The start of the oldest that is kept of those that have ended; null where all are. */
    private @Nullable Instant oldest(List<WindowKey> keys, List<StartedWindow> started, Instant time) {
        Integer retain = definition.retainCount();
        if (retain == null) {
            return null;
        }
        Stream<@Nullable Instant> ended = Stream.concat(
                keys.stream()
                        .map(WindowKey::bounds)
                        .filter(bounds -> ended(bounds.endsAt(), time))
                        .map(WindowBounds::startsAt),
                started.stream().filter(one -> ended(one.endsAt(), time)).map(StartedWindow::startsAt));
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
        // Between two windows there is the one that starts next.
        return schedule.at(moment).orElseGet(() -> schedule.next(moment));
    }

    private boolean wanted(WindowBounds bounds) {
        Instant start = bounds.startsAt();
        return start == null
                ? since == null
                : (since == null || !start.isBefore(since)) && (until == null || start.isBefore(until));
    }

    private boolean startsBefore(WindowBounds bounds, Instant last) {
        Instant start = bounds.startsAt();
        return start == null || (!start.isAfter(last) && (until == null || start.isBefore(until)));
    }

    private static Instant later(Instant one, @Nullable Instant other) {
        return other != null && other.isAfter(one) ? other : one;
    }
}
