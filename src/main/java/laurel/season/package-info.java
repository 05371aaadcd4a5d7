/**
 * Seasons: windows whose bounds a person sets, numbered from 1.
 *
 * <p>What people say is kept with the board ({@link laurel.leaderboard.Season}) and changes under its lock and its
 * version, as the rest of the board does. Seasons follow each other and do not overlap; one that has no end ends where
 * the next one starts. Which windows that makes, {@link laurel.window.WindowSchedule} says; opening, ranking, finalising and
 * expiring are those of any window.
 *
 * <p>A season is planned until the board's own time has reached its start; then it is started once, by whoever comes
 * first: the person who set it, the submission that falls in it, or the scheduler. Starting opens its window, and may
 * settle the season before: with {@code carry} everybody gets a fraction of their old score, as a submission in the
 * ledger that counts in the new season alone ({@link laurel.score.ledger.Carry}); without {@code retainPrevious} what
 * stood is gone, at once or as soon as badges are awarded for it. What is settled takes no late submissions any more, so
 * that nothing is carried twice or lost.
 *
 * <p>A season that is ended keeps what has counted in it, even what was said to have been achieved a moment after that end.
 */
@NullMarked
package laurel.season;

import org.jspecify.annotations.NullMarked;
