/** The model of leaderboards: a naive implementation of the requirements, in memory. */
@NullMarked
package laurel.ranking.model.leaderboard;

import org.jspecify.annotations.NullMarked;
