/**
 * Activity: what participants do, counted per day. Read {@link laurel.activity.ActivityRecorder} first.
 *
 * <p>An event has an external ID and counts once, regardless of how often and by which way it is submitted. One transaction
 * stores it and updates everything that is derived from it. Transactions of an app are serialized by its activity lock ({@link
 * laurel.streak.DayRules#lockCounts}).
 *
 * <p>An event adds to the daily tallies ({@link laurel.activity.DailyTally}) of its actor and its peer, by each day rule of the
 * app ({@link laurel.streak.DayRule}). Everything else is a function of the tallies, so the order and the batches in which events
 * arrive do not matter.
 *
 * <p>Versions of scoring policies may have a burst rule ({@link laurel.activity.burst.BurstRule}). Events of bursts are stored and
 * counted in the tallies and in streaks, and also in tallies of muted events, which are kept for each rule: a version with
 * the rule counts the difference ({@link laurel.activity.CountedDay}). A late event mutes what it makes a burst, also if it was
 * counted before.
 *
 * <p>Tallies of hours are not stored. A policy that needs them reads the events of a day again ({@link
 * laurel.activity.HourTallyRepository}).
 *
 * <p>Scores and badges are updated in the same transaction ({@link laurel.activity.ActivityListener}); work that is too long for
 * it, such as the scores of a large batch, is stored by it and processed later, in short parts ({@link
 * laurel.activity.BacklogProcessor}).
 */
@NullMarked
package laurel.activity;

import org.jspecify.annotations.NullMarked;
