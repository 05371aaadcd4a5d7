/**
 * Badges: what participants have earned for good, by rules that are data.
 *
 * <p>An award is there once for each badge, participant and period ({@link laurel.badge.Recurrence}); a key of the table
 * says so, whoever awards it and however often ({@link laurel.badge.award.Awards}). What is earned by activity is awarded
 * in the transaction that counts it ({@link laurel.badge.rule.BadgeActivityListener}). What is earned by ranks and scores is
 * awarded by a worker that follows the event log and the leaderboards' changes from where it last was, and notes how far
 * it is in the transaction that awards ({@link laurel.badge.rule.BadgeWorker}): so it catches up after any pause, on any node,
 * and awards nothing twice. Windows that it has not read do not expire ({@link laurel.badge.rule.UnawardedWindowHold}).
 *
 * <p>An award that is revoked stays, and keeps its period. One that was revoked because a window was corrected is given
 * back by the next that earns it; any other only by a person. Nothing else takes a badge away: neither events that are
 * muted later nor days that are not frozen any more.
 */
@NullMarked
package laurel.badge;

import org.jspecify.annotations.NullMarked;
