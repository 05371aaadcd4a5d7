/**
 * Streaks: how many days, or weeks, in a row a participant was active.
 */
@NullMarked
package laurel.streak;

import org.jspecify.annotations.NullMarked;
