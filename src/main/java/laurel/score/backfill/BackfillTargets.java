package laurel.score.backfill;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.score.ledger.DerivationScope;
import laurel.window.Window;
import laurel.window.WindowKey;
import org.jspecify.annotations.Nullable;

/**
 * Windows of one definition of a leaderboard, to which submissions may be added.
 *
 * @param list in order of start for each time zone
 */
record BackfillTargets(Leaderboard board, WindowDefinition definition, List<BackfillTarget> list) {
    /**
     * The bounds of a window.
     *
     * @param id        unique among the targets
     * @param presentAt from when on it is of the present; null if always
     */
    record BackfillTarget(
            long id,
            ZoneId timeZone,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            @Nullable Instant finalizesAt,
            @Nullable Instant presentAt) {
        static BackfillTarget of(long id, WindowKey key) {
            return new BackfillTarget(
                    id,
                    key.timeZone(),
                    key.bounds().startsAt(),
                    key.bounds().endsAt(),
                    key.finalizesAt(),
                    key.presentAt());
        }

        static BackfillTarget of(Window window, WindowKey key) {
            return new BackfillTarget(
                    window.id(),
                    window.timeZone(),
                    window.startsAt(),
                    window.endsAt(),
                    window.finalizesAt(),
                    key.presentAt());
        }
    }

    /** Whether the time zone of a submission's group determines its windows. */
    boolean byGroupTimeZone() {
        return definition.followsTimeZone() && board.hasGroupTimeZones();
    }

    /** Whether a submission counts in one of the windows at most: seasons follow each other. */
    boolean ofSeasons() {
        return definition.kind() == WindowKind.SEASON;
    }

    List<String> groupings() {
        return DerivationScope.groupingTexts(board);
    }

    TimeRange range() {
        return TimeRange.over(list.stream().map(target -> new TimeRange(target.startsAt, target.endsAt)));
    }

    /** The highest number of windows that contain one instant. */
    int overlapping() {
        int max = 1;
        Deque<BackfillTarget> open = new ArrayDeque<>();
        for (BackfillTarget target : list) {
            while (!open.isEmpty() && before(open.getFirst(), target)) {
                open.removeFirst();
            }
            open.addLast(target);
            max = Math.max(max, open.size());
        }
        return max;
    }

    private static boolean before(BackfillTarget one, BackfillTarget other) {
        return !one.timeZone.equals(other.timeZone)
                || (one.endsAt != null && !one.endsAt.isAfter(Objects.requireNonNull(other.startsAt)));
    }
}
