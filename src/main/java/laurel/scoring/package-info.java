/**
 * Scoring policies: what a day of activity is worth.
 *
 * <p>A policy says how the tallies of a day become scores: counters pick what was done, pillars add it up with
 * weights and caps, and may multiply the sum by how long a streak is. It has versions, which never change; from which day on
 * each is active is stored apart from them ({@link laurel.scoring.policy.ScoringPolicy}). What a day is worth is a
 * function of its tallies and of the lengths of streaks on it ({@link laurel.scoring.policy.DayScorer}), exact until
 * the very end.
 *
 * <p>A pillar may feed a leaderboard. The day's score is kept; when the tallies of the day or the streak change, the
 * difference is submitted, in the same transaction, for the middle of that day: so the windows that hold the day have the
 * sum of what their days are worth, in whichever order events arrive ({@link laurel.scoring.day.DayScoreWriter}). A day stays
 * in the group in which the leaderboard took it, whoever moves: the difference goes there too.
 *
 * <p>A version can be previewed on days that have passed, to see whose rank would differ, before it is activated. An
 * archived policy scores nothing; what changes meanwhile is scored once it is active again ({@link
 * laurel.scoring.PolicyArchive}).
 */
@NullMarked
package laurel.scoring;

import org.jspecify.annotations.NullMarked;
