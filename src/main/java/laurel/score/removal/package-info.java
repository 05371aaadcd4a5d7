/**
 * Removes entries: one participant out of some windows of a leaderboard, or out of all leaderboards of an app.
 *
 * <p>A removal is a fact beside the ledger: a row for each window, with a number from the numbers of submissions. Until the
 * entry is restored, the participant's submissions with lower numbers do not count in the window ({@link
 * laurel.score.ledger.Derivation}); later ones count as the first ones do. So removing and restoring are the same step: store
 * the fact, and derive the entry again. Start reading at {@link laurel.score.removal.EntryRemovals}; {@code EntryRemover} runs
 * within the transaction, under the lock of the leaderboard.
 *
 * <p>{@link laurel.score.removal.EntriesRemoval} removes a participant from all leaderboards by a job. Each part is one
 * leaderboard in one transaction.
 */
@NullMarked
package laurel.score.removal;

import org.jspecify.annotations.NullMarked;
