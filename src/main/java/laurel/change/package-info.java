/**
 * What changed in the rankings of each board, in order: written in the transaction that changes them, read by whoever
 * follows along.
 *
 * <p>A row is one transaction's changes of one board: for each entry its place before and after. So a follower who knows a
 * ranking at one sequence can tell it at every later one, and one who knows it now can tell it at every earlier one that is
 * still kept; before the {@linkplain laurel.change.Outbox#floor floor} it cannot. Where entries change set by set, or too
 * many at once, it is noted only that they did, and who follows reads anew.
 */
@NullMarked
package laurel.change;

import org.jspecify.annotations.NullMarked;
