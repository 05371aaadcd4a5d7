/**
 * Scores of days: what a day came to by the version in force, stored beside what was submitted, so that a change of
 * activity submits only the difference.
 */
@NullMarked
package laurel.scoring.day;

import org.jspecify.annotations.NullMarked;
