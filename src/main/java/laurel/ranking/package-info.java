/**
 * Rankings and standings. A ranking is the ordered list of the entries of one group in one window; a standing is an entry
 * with its ranks.
 *
 * <p>All queries of a request ({@link laurel.ranking.StandingQuery}) are one SQL statement, so the standings of a page and
 * their ranks come from the same snapshot. Only requested metrics are computed ({@link laurel.ranking.RankMetric}), for the
 * best entry of a page; the ranks of the others follow in memory ({@link laurel.ranking.StandingResult}).
 *
 * <p>A filter is a range of keys ({@link laurel.ranking.KeyRange}), because each of its conditions is one on the order of
 * the ranking. So filtered pages are read and counted like all others. No query scans a ranking: {@link
 * laurel.rankindex.RankIndexSql} holds the SQL that computes ranks.
 *
 * <p>When a window becomes final, its ranks are stored; the same queries then look them up ({@link
 * laurel.ranking.RankSource}). Final rankings and rankings as of an earlier time are in {@code ranking.snapshot}, rank
 * histories in {@code ranking.history}, and the check of the rank index in {@code ranking.check}. Rankings of expired
 * windows are not found.
 *
 * <p>The standings of a participant on all leaderboards are found by its entries, partition by partition, those of the newest
 * windows first ({@link laurel.ranking.ParticipantStandings}).
 *
 * <p>Pages use keys, not offsets: a cursor holds the whole key of an entry, so an entry that does not move is neither
 * repeated nor skipped while others move.
 *
 * <p>Start reading with {@link laurel.ranking.Rankings}.
 */
@NullMarked
package laurel.ranking;

import org.jspecify.annotations.NullMarked;
