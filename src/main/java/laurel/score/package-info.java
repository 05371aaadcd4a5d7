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
 * after the whole batch, and are found for those items whose answers tell them.
 *
 * <p>Requests that arrive while a batch of their board is being committed are the next batch together ({@link
 * laurel.score.submission.SubmissionBatcher}), in order of arrival, and are answered once that is committed; a request
 * for several boards is a batch of its own. Where the database rejects such a batch each request is tried again by
 * itself, so that one fails alone; where the database is lost, or what a commit came to is not known, all are told so and
 * nothing is tried unasked. There is room for so many to wait and no more: who finds none is refused as OVERLOADED, and
 * nothing of that request was applied.
 *
 * <p>A submission with an idempotency key takes effect once: a retry within 24 hours finds the first in the ledger,
 * changes nothing and gets the first answer; the same key with another body is refused.
 *
 * <p>On a board with groupings a submission names its participant's groups, and counts in one ranking of each grouping.
 * Whoever named another group before moves: what stood there is met by the new score in the new group, and is gone from
 * the old one in the same transaction.
 *
 * <p>Nothing stands that the ledger does not tell: {@link laurel.score.ledger.Derivation} says what follows from it,
 * which is how an entry is made again when one of its submissions is removed, and how a rank of an earlier moment is found.
 *
 * <p>A group may have a time zone or an order of its own. A submission counts in each grouping in the windows of its
 * group's zone ({@link laurel.score.submission.TargetWindow}), and its entry there is kept in its group's order.
 *
 * <p>A closed window takes nothing more. What changes there all the same, because a submission is removed or windows are
 * filled, is a correction ({@link laurel.window.FinalRevisions}).
 *
 * <p>Windows of a definition that a board got late are filled from the ledger by a job ({@link
 * laurel.score.backfill.WindowBackfill}), some windows in each transaction: a window is as before, or complete. Of the
 * ledger so many months are kept as is configured ({@link laurel.score.ledger.LedgerDropper}); what would need more is
 * refused.
 *
 * <p>What a deleted board or an expired window leaves is removed afterwards, a part at a time ({@link
 * laurel.score.ledger.Sweeper}).
 *
 * <p>Whoever changes entries keeps the rank index true in the same transaction: {@link laurel.score.entry.EntryWriter} is
 * the only one.
 */
@NullMarked
package laurel.score;

import org.jspecify.annotations.NullMarked;
