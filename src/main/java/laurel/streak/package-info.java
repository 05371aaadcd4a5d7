/**
 * Streaks: consecutive days, or weeks, with activity of a participant.
 *
 * <p>A day rule ({@link laurel.streak.DayRule}) assigns events to days. A day of a streak is active if events count for it. A
 * day is covered if it is frozen for the participant or has amnesty for everyone ({@link laurel.streak.freeze}): it does not
 * break the streak, and does not add to its length.
 *
 * <p>Streaks are stored as runs ({@link laurel.streak.run}), which at all times agree with the days. All changes hold the
 * app's activity lock ({@link laurel.streak.DayRules#lock}); events are counted with its first part only ({@link
 * laurel.streak.DayRules#lockCounts}), so they do not wait for scores.
 *
 * <p>A new streak counts past activity, too: the first part at once, the rest by a job ({@link
 * laurel.streak.StreakBackfill}).
 *
 * <p>Scores and badges depend on streaks. Changes by activity are returned ({@link laurel.streak.Streaks#count}); other changes
 * are reported to listeners ({@link laurel.streak.run.StreakListener}).
 */
@NullMarked
package laurel.streak;

import org.jspecify.annotations.NullMarked;
