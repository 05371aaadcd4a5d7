package laurel.window;

import java.time.Instant;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowKind;

/**
 * Which windows of a board, newest first.
 *
 * @param before they started before this moment
 * @param size   how many
 */
record WindowList(Leaderboard leaderboard, WindowKind kind, Instant before, int size) {}
