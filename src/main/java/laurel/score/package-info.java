/**
 * Scores: submissions in, entries out.
 *
 * <p>A submission is checked, then applied in one transaction to the entry of its participant in every window that
 * takes it, and written to the ledger; either all of that stands or none. The transaction holds the lock of each board
 * that it changes, taken in order of id, so reading an entry, combining and writing it is atomic on every node, and
 * writers never deadlock.
 *
 * <p>A batch is one such transaction over arrays, a fixed number of statements whatever its size. Each item is accepted
 * or refused on its own; what one item did is what the next one finds. Previous and current ranks are those before and
 * after the whole batch.
 *
 * <p>A submission with an idempotency key takes effect once: a retry within 24 hours finds the first in the ledger,
 * changes nothing and gets the first answer; the same key with another body is refused.
 *
 * <p>What a deleted board leaves is removed afterwards, a part at a time ({@link laurel.score.Sweeper}).
 *
 * <p>{@link laurel.score.RankIndex} is the one place that knows how a rank is computed. It lives here, below the
 * queries, because whoever changes entries must keep it true in the same transaction.
 */
@NullMarked
package laurel.score;

import org.jspecify.annotations.NullMarked;
