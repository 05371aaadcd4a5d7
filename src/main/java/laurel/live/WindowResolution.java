package laurel.live;

import java.time.Instant;
import java.util.Optional;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.window.WindowKey;
import laurel.window.WindowName;
import laurel.window.WindowSelection;
import org.jspecify.annotations.Nullable;

/**
 * Which window a followed ranking is of at a moment. One of the first three says it, unless there is no such window.
 *
 * @param until when the clock will have brought another window; null where it will not
 */
record WindowResolution(
        Optional<Long> id,
        Optional<WindowName> named,
        Optional<WindowKey> key,
        @Nullable Instant until) {
    static WindowResolution of(FollowedRanking followed, Leaderboard board, Instant now) {
        WindowSelection selection = followed.on(board);
        Instant present = board.time(now);
        return new WindowResolution(
                selection.id(),
                selection.named(),
                selection.key(present),
                board.clock() == LeaderboardClock.SYSTEM ? selection.until(present) : null);
    }
}
