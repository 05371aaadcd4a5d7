/**
 * The check of the rank index: lists rankings, compares the index of each with its entries ({@link
 * laurel.rankindex.IndexCheck}), and rebuilds indexes that differ if requested. It runs as the command {@code
 * check-rankings} for all apps, or as a job ({@link laurel.ranking.check.RankingCheckWork}) for one app.
 *
 * <p>Each ranking is checked in its own snapshot and repaired in its own transaction under the lock of its leaderboard:
 * submissions to the leaderboard wait for a repair, readers do not. Rankings of expired windows are left out.
 */
@NullMarked
package laurel.ranking.check;

import org.jspecify.annotations.NullMarked;
