/**
 * Rankings that do not change: as they ended when their window became final, and as they were at an earlier time,
 * derived from the ledger.
 */
@NullMarked
package laurel.ranking.snapshot;

import org.jspecify.annotations.NullMarked;
