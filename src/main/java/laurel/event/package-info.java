/**
 * What happened to boards and their windows: finalised, corrected, expired, a season started or ended, a board archived;
 * and to participants, who have earned what was awarded.
 *
 * <p>Each is told once, in the transaction that makes it so, hence it is there exactly if that is. Events of an app are
 * numbered in the order in which their transactions commit ({@link laurel.event.Events#tell}), so whoever reads on from the
 * last one that they have read misses none.
 */
@NullMarked
package laurel.event;

import org.jspecify.annotations.NullMarked;
