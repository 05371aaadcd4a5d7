/**
 * Covered days: frozen days of one participant, and days with amnesty for everyone. Runs continue across them. Read {@link
 * laurel.streak.freeze.Freezes} first.
 *
 * <p>An amnesty may change the streaks of many participants. The first ones are corrected in the transaction of the change, the
 * others by a job ({@link laurel.streak.freeze.AmnestyRecountJob}).
 */
@NullMarked
package laurel.streak.freeze;

import org.jspecify.annotations.NullMarked;
