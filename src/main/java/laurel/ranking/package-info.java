/**
 * Rankings: the questions about who stands where. A ranking is one window of one group, an ordered list of entries.
 *
 * <p>All questions of a request are one SQL statement, so its answers are one moment's truth: pages and the counts that
 * give their ranks see the same snapshot. Only what was asked for is counted ({@link laurel.ranking.RankMetric}). The counts
 * are taken for the best entry of a page; the ranks of those behind it follow in memory ({@link
 * laurel.ranking.RankingAnswer}).
 *
 * <p>A filter is a part of the list between two places ({@link laurel.ranking.KeyRange}), because each of its conditions
 * is one in the order of the list; so a filtered page is read and counted as any other. Nothing here counts entries or
 * passes over them: {@link laurel.rankindex.RankIndexSql} says how.
 *
 * <p>When a window has become final its ranks are stored ({@link laurel.ranking.snapshot.FinalStandingRepository}), and
 * the same questions look them up instead of counting ({@link laurel.ranking.RankSource}). How it ended is read from what
 * was stored alone, revision by revision. What stood in an expired window is not found any more.
 *
 * <p>Pages go by key, not by number: a cursor holds the whole key of an entry, so whoever keeps still is neither
 * repeated nor skipped while others move.
 */
@NullMarked
package laurel.ranking;

import org.jspecify.annotations.NullMarked;
