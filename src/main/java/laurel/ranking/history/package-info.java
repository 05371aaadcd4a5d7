/**
 * Rank histories: the windows of one definition of a leaderboard, newest first, in each of which a participant may have a
 * standing. Expired windows are left out. The standings themselves are read by {@link laurel.ranking.Rankings}.
 */
@NullMarked
package laurel.ranking.history;

import org.jspecify.annotations.NullMarked;
