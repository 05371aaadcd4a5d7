/**
 * Seasons: windows with bounds that an operator sets, numbered from 1.
 *
 * <p>Seasons are stored with the leaderboard ({@link laurel.leaderboard.Season}) and change under its lock and version. They
 * follow each other and do not overlap. A season without an end ends when the next one starts. {@link
 * laurel.window.WindowSchedule} computes their windows; opening, ranking, finalizing and expiring work as for all windows.
 * Start reading at {@link laurel.season.Seasons}.
 *
 * <p>A season is planned until the leaderboard's current time reaches its start. Then the first of these starts it: the mutation
 * that created it, a submission in it, or the scheduler. Starting opens its window and may close the
 * previous season. With {@code carryOver}, participants start with a fraction of their previous score, as a submission in the
 * ledger that counts only in the new season ({@link laurel.score.ledger.CarryOver}). {@link laurel.season.SeasonStarts} carries
 * the scores over before it locks the leaderboard, so that submissions to the previous season need not wait. Without {@code
 * retainPrevious}, the previous standings are deleted, at once or when badges were awarded for them. A season that was closed
 * in this way accepts no late submissions, so that no score is lost or carried over twice.
 *
 * <p>A season that was ended keeps all scores that counted in it, even those achieved after the new end.
 */
@NullMarked
package laurel.season;

import org.jspecify.annotations.NullMarked;
