/**
 * Rankings: the questions about who stands where. A ranking is one window of one group, an ordered list of entries.
 *
 * <p>A question is one SQL statement, so its answer is one moment's truth: the page and the counts that give its ranks
 * see the same snapshot. Only what was asked for is counted ({@link laurel.ranking.Count}). The counts are taken for
 * the best entry of a page; the ranks of those behind it follow in memory ({@link laurel.ranking.Placing}).
 *
 * <p>Pages go by key, not by number: a cursor holds the whole key of an entry, so whoever keeps still is neither
 * repeated nor skipped while others move.
 */
@NullMarked
package laurel.ranking;

import org.jspecify.annotations.NullMarked;
