/**
 * The ledger: every submission as it was sent. Entries can be derived from it again at any time, which is how
 * removals, backfills and checks work.
 */
@NullMarked
package laurel.score.ledger;

import org.jspecify.annotations.NullMarked;
