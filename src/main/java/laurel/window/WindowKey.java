package laurel.window;

import laurel.leaderboard.Leaderboard;

/** Which window of which board, whether it is open yet or not. */
public record WindowKey(Leaderboard leaderboard, Bounds bounds) {
    Slice slice() {
        return Slice.of(leaderboard, bounds);
    }
}
