/**
 * Awards of badges. Each is stored once per badge, participant and period, can be revoked and restored, and is published
 * as an event. {@link laurel.badge.award.Awards} makes all changes.
 */
@NullMarked
package laurel.badge.award;

import org.jspecify.annotations.NullMarked;
