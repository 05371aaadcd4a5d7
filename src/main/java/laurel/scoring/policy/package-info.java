/**
 * Scoring policies: counters, pillars, versions and activations. Read {@link laurel.scoring.policy.ScoringPolicy} first, then
 * {@link laurel.scoring.policy.DayScorer}.
 *
 * <p>Versions never change. An activation states from which day on a version scores. Scores are exact fractions until they
 * are rounded once at the end.
 *
 * <p>A pillar may feed a target leaderboard, the same in all versions. {@link
 * laurel.scoring.policy.LeaderboardRequirements} states what such a leaderboard must be. They are checked when a policy
 * starts to feed a leaderboard, and when the leaderboard changes.
 */
@NullMarked
package laurel.scoring.policy;

import org.jspecify.annotations.NullMarked;
