/**
 * Rankings that no longer change: final rankings, and rankings as of an earlier time.
 *
 * <p>A final ranking ({@link laurel.ranking.snapshot.FinalStandingRepository}) is read from the standings that were stored
 * when its window became final, one set per revision. A ranking as of a time ({@link
 * laurel.ranking.snapshot.PastRankingRepository}) is derived from the submissions that had been received and not removed at
 * that time, once per statement.
 *
 * <p>Both answer the same queries ({@link laurel.ranking.snapshot.SnapshotQuery}) with the same SQL ({@link
 * laurel.ranking.snapshot.SnapshotSql}). Since all ranks are known, pages go by position and a filter is a range of
 * positions.
 */
@NullMarked
package laurel.ranking.snapshot;

import org.jspecify.annotations.NullMarked;
