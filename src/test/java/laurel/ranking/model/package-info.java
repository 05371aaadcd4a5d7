/**
 * The whole contract of boards and rankings, in memory and without any cleverness, and the test that holds the service
 * to it.
 *
 * <p>{@link BoardModel} takes submissions and removals into a {@link ModelLedger}. What stands in a window is that
 * ledger folded from its first submission to its last, always anew; who stands where is what PostgreSQL's window
 * functions say of it ({@link ModelRanks}). The {@code ...Questions} put all that can be asked of a ranking beside the
 * answer that it must get; {@link BoardCheck} asks.
 */
@NullMarked
package laurel.ranking.model;

import org.jspecify.annotations.NullMarked;
