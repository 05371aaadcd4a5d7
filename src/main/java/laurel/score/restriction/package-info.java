/**
 * Bans and hides participants, on one leaderboard or in the whole app, until that is ended or expires. Participants may also opt
 * out themselves, which has the effect of a hiding, and is independent of it.
 *
 * <p>While a restriction is in force, the participant's entries are not in {@code entry} but in {@code restriction_entry},
 * which has the same rows and is no partition: so they are in no ranking, and code that reads rankings knows nothing of
 * restrictions. All that changes entries goes on as before, on the withheld ones: submissions to hidden participants,
 * differences of policies, removals and their reversal, moves to other groups, backfills and carried scores. The end of a
 * restriction moves the rows back. Neither needs the ledger, so it is exact for each window that has not expired.
 *
 * <p>Start reading at {@link laurel.score.restriction.Restrictions}. {@link laurel.score.restriction.WithheldEntries} moves the
 * entries of one participant on one leaderboard, under its lock. Submissions read the restrictions with their participants,
 * in the same statement ({@link laurel.participant.RestrictedOn}).
 *
 * <p>A change for the whole app does not lock all leaderboards. It stores the restriction with a {@code restriction_task},
 * then settles one leaderboard after the other ({@code RestrictionWork}). A transaction that locks a leaderboard in the
 * meantime reads that the participant is unsettled there, and moves its entries before it does anything else.
 */
@NullMarked
package laurel.score.restriction;

import org.jspecify.annotations.NullMarked;
