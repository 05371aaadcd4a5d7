/**
 * The history of a participant over the windows of a leaderboard: where it stood when each of them ended, and where
 * it stands now.
 */
@NullMarked
package laurel.ranking.history;

import org.jspecify.annotations.NullMarked;
