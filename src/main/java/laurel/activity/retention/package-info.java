/**
 * Retention of activity events. Read {@link laurel.activity.retention.ActivityDropper} first.
 *
 * <p>Events are dropped by month (UTC). Daily tallies, peers, tallies of muted events, streaks, scores of days and awards are
 * stored and remain, and so do the external IDs of events, so that an event still counts once. Three things are read from events:
 *
 * <ul>
 *   <li>Hours of a day's score. On days that are not complete, the hours stay as they were submitted.
 *   <li>Bursts by a new rule. The rule cannot mute events that were dropped before: what would count them is refused as
 *       ACTIVITY_INCOMPLETE.
 *   <li>Lists of events, and exports. Dropped events are absent.
 * </ul>
 *
 * <h2>Invariant</h2>
 *
 * <p>No event is accepted that occurred before, or less than three days after, the end of a dropped month. Three days cover the
 * longest burst, and a day in any time zone. The retention is at least {@code laurel.limits.activity-age} and three days, so this
 * rejects nothing unless the settings were changed; then {@link laurel.activity.ActivityEventRepository#nextIds} does.
 */
@NullMarked
package laurel.activity.retention;

import org.jspecify.annotations.NullMarked;
