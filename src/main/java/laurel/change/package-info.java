/**
 * Changes of the rankings of each leaderboard, in order. {@link laurel.change.Outbox} writes them in the transaction
 * that changes the rankings; live rankings, webhooks and badges read them through {@link laurel.change.ChangeFeed}.
 *
 * <p>A row holds the changes of one transaction in one leaderboard: the rank key of each entry before and after. A
 * consumer that knows a ranking at one sequence can therefore derive it at every later one, and one that knows it now
 * can derive it at every earlier one that is stored; changes before the {@linkplain laurel.change.Outbox#floor floor}
 * are dropped. If too many entries change at once, the row has no entry moves, and consumers read the rankings again.
 */
@NullMarked
package laurel.change;

import org.jspecify.annotations.NullMarked;
