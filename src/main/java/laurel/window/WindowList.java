package laurel.window;

import java.time.Instant;
import java.time.ZoneId;
import laurel.leaderboard.Leaderboard;

/**
 * Which windows of a board, newest first.
 *
 * @param before they started before this moment
 * @param size   how many
 */
record WindowList(Leaderboard leaderboard, String definition, ZoneId zone, Instant before, int size) {}
