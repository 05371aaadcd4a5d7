/**
 * Binds {@code policy.graphqls}, {@code day.graphqls} and {@code preview.graphqls}: reads policies and versions, and
 * returns scored days with the terms of each score.
 */
@NullMarked
package laurel.scoring.graphql;

import org.jspecify.annotations.NullMarked;
