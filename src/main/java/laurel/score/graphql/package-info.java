/**
 * Binds {@code score.graphqls}, {@code quarantine.graphqls}, {@code removal.graphqls}, {@code restriction.graphqls} and
 * {@code backfill.graphqls}: reads submissions, and returns
 * receipts with the changes in each window.
 */
@NullMarked
package laurel.score.graphql;

import org.jspecify.annotations.NullMarked;
