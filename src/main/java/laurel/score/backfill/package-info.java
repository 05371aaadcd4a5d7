/**
 * Backfills windows from the ledger, as though the leaderboard had had their definition from its first submission
 * on, in parts that each are a transaction.
 */
@NullMarked
package laurel.score.backfill;

import org.jspecify.annotations.NullMarked;
