/**
 * Seasons: windows whose bounds a person sets, numbered from 1.
 *
 * <p>What people say is kept with the board ({@link laurel.leaderboard.Season}) and changes under its lock and its
 * version, as the rest of the definition does. Seasons follow each other and do not overlap. A season without an end
 * ends when the next one starts. {@link laurel.window.WindowSchedule} computes their windows, which are opened,
 * ranked, finalised and expired like other windows.
 *
 * <p>A season is planned until the leaderboard's time reaches its start. Then it is started once: by the operator's
 * request, by the first submission that counts in it, or by the scheduler. The start opens its window, and may close
 * the previous season: with {@code carryOver} each participant receives a fraction of its previous score, as a
 * submission in the ledger that counts in the new season only ({@link laurel.score.ledger.Carry}); without {@code
 * retainPrevious} the previous standings are deleted, at once or after badges are awarded for them. The closed season
 * accepts no late submissions, so no score is carried over twice or lost.
 *
 * <p>All submissions that have counted in a season count when it is ended, even those achieved after that end.
 */
@NullMarked
package laurel.season;

import org.jspecify.annotations.NullMarked;
