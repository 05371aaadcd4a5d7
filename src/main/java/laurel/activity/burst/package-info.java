/**
 * Bursts: more events of an actor than a person could cause. Read {@link laurel.activity.burst.BurstRule} first.
 *
 * <p>Which events are muted by a rule depends only on the stored events, not on the order in which they arrive: an event is
 * muted as soon as some span of the rule's duration that contains it has too many events. More events never unmute one, so a new
 * event can only mute events that are closer to it than the duration.
 *
 * <p>Muted events are stored for each rule. An app has each rule once; versions of scoring policies refer to it.
 */
@NullMarked
package laurel.activity.burst;

import org.jspecify.annotations.NullMarked;
