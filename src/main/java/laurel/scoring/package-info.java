/**
 * Scoring policies: what a day of activity is worth.
 *
 * <p>A policy defines how the tallies of a day become scores. Counters select quantities; pillars add them up with weights
 * and caps, and may multiply the sum by a factor that grows with a streak ({@link laurel.scoring.policy}). The score of a
 * day is a function of its tallies and of the lengths of streaks on it.
 *
 * <p>A pillar may feed a leaderboard. When the score of a day changes, the difference is submitted, as achieved in the
 * middle of that day ({@link laurel.scoring.day}): in the same transaction, or soon after it if many days have changed. So
 * each window has the sum of the scores of its days, in any order of events. If the leaderboard has windows that are shorter
 * than a day, each hour receives the part of the day's score that it added, so each window has the sum of its hours. A day
 * stays in the group in which the leaderboard received its first score, even if the participant moves to another group.
 *
 * <p>Versions of a policy are previewed on past days ({@link laurel.scoring.preview}) and then activated. An archived policy
 * scores nothing; changes are scored after it is unarchived ({@link laurel.scoring.PolicyLifecycle}).
 */
@NullMarked
package laurel.scoring;

import org.jspecify.annotations.NullMarked;
