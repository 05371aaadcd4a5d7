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
 * The window of a followed ranking at a point in time, by id, by name or by key. All are empty if there is no such window.
 *
 * @param until when another window follows; null if that does not depend on the clock
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
