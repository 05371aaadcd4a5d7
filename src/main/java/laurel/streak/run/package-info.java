/**
 * Runs of active days: what a streak is read from. A run is changed only by the days next to those that have
 * changed, so that a late event costs no more than a new one.
 */
@NullMarked
package laurel.streak.run;

import org.jspecify.annotations.NullMarked;
