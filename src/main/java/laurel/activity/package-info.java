/**
 * Activity: what participants do, counted for each of their days.
 *
 * <p>An event has an id of its sender's and counts once, however often and by whichever way it is sent. It is stored, and
 * what it changes is changed, in one transaction; those of an app take turns ({@link laurel.activity.Activities}).
 *
 * <p>For each rule by which the app's days begin ({@link laurel.streak.DayRule}) and for each participant who had a part
 * in it, an event adds to a daily tally ({@link laurel.activity.DailyTally}). All else is a function of the tallies: it
 * does not matter in which order events arrive, nor in which batches.
 *
 * <p>Bursts are kept and not counted: where an actor has more than 5 events in each second of a run of more than 10 (whole
 * seconds of UTC, of {@code occurredAt}), all events of these seconds are muted, also those that had been counted before the
 * run was long enough.
 *
 * <p>Whoever makes something of the tallies is told in the same transaction ({@link laurel.activity.ActivityListener}).
 */
@NullMarked
package laurel.activity;

import org.jspecify.annotations.NullMarked;
