/**
 * The ledger: every submission as it was sent, in one partition per month of receipt.
 *
 * <p>Entries can be derived from it at any time ({@link laurel.score.ledger.Derivation}), which is how removals, backfills,
 * checks and ranks of earlier times work. Months that are not retained are dropped; {@link
 * laurel.score.ledger.LedgerRetention} refuses derivations that would need them. A submission with an idempotency key is
 * stored with its outcome, so that a retry gets the same receipt. Start reading at {@link laurel.score.ledger.Ledger}.
 */
@NullMarked
package laurel.score.ledger;

import org.jspecify.annotations.NullMarked;
