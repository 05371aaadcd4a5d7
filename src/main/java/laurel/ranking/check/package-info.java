/**
 * Checks rankings: compares the rank index and the entries of each with what the ledger says, from the command line
 * or as a job, and repairs them if asked to.
 */
@NullMarked
package laurel.ranking.check;

import org.jspecify.annotations.NullMarked;
