/**
 * Scores of days. Read {@link laurel.scoring.day.DayScoreWriter} first.
 *
 * <p>The score of a pillar on a day is stored with the part of it that the target leaderboard has received. After a change
 * of the day's tallies, streaks or policy, the day is scored again and only the difference is submitted, in the same
 * transaction. A transaction holds the lock of the app's scores meanwhile ({@link laurel.streak.DayRules#lockScores}).
 *
 * <p>The transaction of a small batch of events scores its days itself. That of a larger one stores them, and they are scored in
 * the background, as soon as they are committed, each once for all its changes ({@link
 * laurel.scoring.day.ChangedDayBacklog}). Windows accept their scores as of the time when the events were received, and are not
 * closed before.
 *
 * <p>Of overlapping windows that contain a day, only those of the present receive its scores at once ({@link
 * laurel.score.submission.WindowScope}); the others receive them after the day ({@link laurel.scoring.day.LaterScores}).
 *
 * <p>A leaderboard with windows that are shorter than a day receives a score in parts, one for each hour that added to it
 * ({@link laurel.scoring.day.HourlyScores}). The parts are stored with the score. After a change, the hours are found again from
 * the events of the day, and the differences of all parts are submitted.
 *
 * <p>Days that are too many for one transaction are stored as ranges ({@link laurel.scoring.day.RescoreRangeRepository}). A
 * job of the policy scores them after a change of the policy ({@link laurel.scoring.day.RescoreDaysJob}); the backlog scores
 * them after a change of streaks ({@link laurel.scoring.day.RescoreBacklog}). A part of a backlog holds the lock of the scores
 * and those of the leaderboards, not the lock of what is counted: events are recorded meanwhile, and submissions to the
 * leaderboards wait for one part at most.
 *
 * <p>If the participant was removed from a window of the leaderboard, differences count from then on. One that takes away more
 * than was added since concerns what was counted before: it removes the entry again.
 *
 * <p>If a leaderboard rejects a difference, the difference remains pending and is submitted when the day is scored again.
 */
@NullMarked
package laurel.scoring.day;

import org.jspecify.annotations.NullMarked;
