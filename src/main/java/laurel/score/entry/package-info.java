/**
 * Entries: the current score of each participant in each ranking.
 *
 * <p>An {@code Entry} has the score as clients know it; an {@code EntryRow} has the keys that sort it in its ranking.
 * {@link laurel.score.entry.EntryWriter} is the only writer, except for backfills and carried scores, which replace entries
 * set by set: it writes the entries, the rank index and the outbox in one transaction. Statements name the partitions that
 * they use, because planning a statement over all partitions takes longer than executing it.
 */
@NullMarked
package laurel.score.entry;

import org.jspecify.annotations.NullMarked;
