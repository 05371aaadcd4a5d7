/**
 * Awards of badges: each is kept once per badge, participant and period, can be revoked and restored, and is
 * published as an event.
 */
@NullMarked
package laurel.badge.award;

import org.jspecify.annotations.NullMarked;
