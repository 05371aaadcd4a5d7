/**
 * Quarantine: submissions that exceed a limit of plausible submissions wait for an administrator.
 *
 * <p>Such a submission is a row of the ledger with reasons, and with the windows that accepted it. It changes no entry. The row has
 * the times at which the submission began and ceased to count, in turn; {@link laurel.score.ledger.Derivation} counts it at a
 * moment if their number until then is odd. So approving and rejecting are the same step as removing a submission: store the
 * fact, and derive the entries of its windows again, in the order of receipt, under the lock of the leaderboard. Rankings of
 * earlier times remain exact, however often a decision is reversed.
 *
 * <p>{@code QuarantineCheck} in {@link laurel.score.submission} decides which submissions are quarantined. Start reading at {@link
 * laurel.score.quarantine.Quarantine}.
 */
@NullMarked
package laurel.score.quarantine;

import org.jspecify.annotations.NullMarked;
