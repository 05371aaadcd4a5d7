/**
 * Scores: submissions in, entries out.
 *
 * <p>A submission is checked, applied in one transaction to the entry of its participant in every window that accepts it,
 * and written to the ledger. Either all of this is stored or nothing. The transaction locks the leaderboards that it
 * changes, in order of id, so that reading, combining and writing an entry is atomic on every node and writers never
 * deadlock.
 *
 * <p>A submission passes through these classes; start reading at {@link laurel.score.submission.Scores}:
 * <ol>
 * <li>{@code ScoreGraphQL} reads a {@code ScoreSubmissionInput}.
 * <li>{@code Scores} batches requests of an app: a {@code ReceivedSubmission} waits for its batch.
 * <li>{@code SubmissionTransactions} runs the transaction. {@code SubmissionWriter} is what it does: locks, windows, participants,
 *     ids, results.
 * <li>{@code CheckedSubmission} checks the input against the leaderboard and finds its windows.
 * <li>{@code SubmissionBatch} applies the submissions of the batch to entries in memory: {@code Entry} before and after,
 *     {@code EntryChange} for the receipt.
 * <li>{@code EntryWriter} writes the {@code EntryUpdate}s with the rank index and the outbox, and adds ranks to the changes.
 * <li>{@code EntryRepository} has the SQL of entries.
 * <li>{@code Ledger} stores a {@code LedgerRow}. The {@code ScoreReceipt} is returned after the commit.
 * </ol>
 *
 * <p>A batch is one transaction with a fixed number of statements, or several, each with a part of the batch: with the clock
 * SUBMISSIONS, submissions before the first one of a planned season are stored before this season starts. Each submission is
 * accepted or refused on its own and sees what earlier ones of the batch changed. Previous and current ranks are those before
 * and after its transaction, and are computed only for changes whose ranks are requested. If the database rejects a batch, its
 * requests are retried one by one, so that only the faulty one fails. If the connection is lost, or a part of the batch may
 * have been stored, all requests of the batch get an error and nothing is retried. If too many submissions wait, a request is
 * refused as OVERLOADED.
 *
 * <p>A submission with an idempotency key takes effect once. A retry within {@code
 * laurel.limits.idempotency-retention} changes nothing and gets the first receipt; the same key with different content is
 * refused.
 *
 * <p>On a leaderboard with groupings a submission names the participant's groups, and counts in one ranking of each
 * grouping. If the participant was in another group, the entry moves in the same transaction. A group may have a time zone,
 * a sort order or an update mode of its own: then its windows follow that time zone, and its entries that order and mode.
 *
 * <p>An entry can be removed from a window ({@link laurel.score.removal.EntryRemovals}): then the participant's earlier
 * submissions do not count there, until it is restored. If a policy subtracts more than was added since, the entry is removed
 * again ({@link laurel.score.ledger.Ledger#removeAgain}).
 *
 * <p>Entries of banned and hidden participants are withheld ({@link laurel.score.restriction.Restrictions}): all that changes
 * entries changes them, too, but they are not ranked.
 *
 * <p>A submission that follows from activity may count only in some of the windows that contain it ({@link
 * laurel.score.submission.WindowScope}), and another one in the others. Before entries are removed, move or are erased, the service
 * makes those that it has not made yet ({@link laurel.score.submission.PendingSubmissions}).
 *
 * <p>A submission that exceeds a limit of plausible submissions is quarantined ({@link laurel.score.quarantine.Quarantine}): it is
 * stored, and counts only if an administrator approves it.
 *
 * <p>Every entry can be derived from the ledger ({@link laurel.score.ledger.Derivation}). Removals, backfills
 * ({@link laurel.score.backfill.WindowBackfill}) and ranks of earlier times work this way. The ledger keeps as many months as
 * configured; what needs more is refused.
 *
 * <p>A closed window accepts no submissions. If a removal or a backfill changes it, that is a correction
 * ({@link laurel.window.FinalRevisions}). All writes to entries go through {@link laurel.score.entry.EntryWriter}, which updates
 * the rank index in the same transaction. Rows of deleted leaderboards and expired windows are removed later, in parts
 * ({@code Sweeper}).
 *
 * <p>The packages depend on each other in one direction: {@code entry}, {@code restriction}, {@code ledger}, {@code submission},
 * {@code quarantine}, {@code removal} and {@code backfill}.
 */
@NullMarked
package laurel.score;

import org.jspecify.annotations.NullMarked;
