package laurel.score;

import java.util.Objects;
import java.util.stream.Stream;
import laurel.leaderboard.Leaderboard;
import laurel.window.RankingKey;
import org.jspecify.annotations.Nullable;

/**
 * How the entry of one participant in one grouping of one window changes.
 *
 * @param before what stood; null where nothing did
 * @param after  what shall stand; null where nothing shall
 */
record Move(
        Leaderboard board,
        long windowId,
        long participantId,
        @Nullable Placed before,
        @Nullable Placed after) {

    /** Whether it changes anything. */
    boolean changes() {
        return !Objects.equals(before, after);
    }

    /** The rankings that it leaves, stays in or enters. */
    Stream<RankingKey> rankings() {
        return Stream.of(before, after)
                .filter(Objects::nonNull)
                .map(placed -> new RankingKey(windowId, placed.group()));
    }
}
