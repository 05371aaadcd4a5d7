package laurel.score.submission;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import laurel.leaderboard.Leaderboard;
import laurel.score.backfill.TimeRange;
import laurel.score.entry.GroupingCounts;
import laurel.window.Window;
import laurel.window.WindowKey;
import org.jspecify.annotations.Nullable;

/**
 * Windows of one definition of a board, which submissions may fall in.
 *
 * @param ofZone whether the definition has windows of each zone of the board
 * @param list   of each zone in order of start
 */
public record TargetWindows(Leaderboard board, boolean ofZone, List<Target> list) {
    /** Where a window lies, under an id that tells it from the others. */
    public record Target(
            long id,
            ZoneId zone,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            @Nullable Instant finalizesAt) {
        public static Target of(long id, WindowKey key) {
            return new Target(
                    id, key.timeZone(), key.bounds().startsAt(), key.bounds().endsAt(), key.finalizesAt());
        }

        public static Target of(Window window) {
            return new Target(window.id(), window.timeZone(), window.startsAt(), window.endsAt(), window.finalizesAt());
        }
    }

    /** Whether a submission falls in those of some zones alone. */
    boolean zoned() {
        return ofZone && board.hasGroupTimeZones();
    }

    List<String> groupings() {
        return GroupingCounts.texts(board);
    }

    TimeRange reach() {
        return TimeRange.over(list.stream().map(target -> new TimeRange(target.startsAt, target.endsAt)));
    }

    /** Most of them that any moment lies in. */
    int overlapping() {
        int most = 1;
        Deque<Target> open = new ArrayDeque<>();
        for (Target target : list) {
            while (!open.isEmpty() && before(open.getFirst(), target)) {
                open.removeFirst();
            }
            open.addLast(target);
            most = Math.max(most, open.size());
        }
        return most;
    }

    private static boolean before(Target one, Target other) {
        return !one.zone.equals(other.zone)
                || (one.endsAt != null && !one.endsAt.isAfter(Objects.requireNonNull(other.startsAt)));
    }
}
