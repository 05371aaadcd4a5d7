/**
 * Binds {@code job.graphqls}: starts, cancels and lists background jobs, with parameters and results of their own
 * types.
 */
@NullMarked
package laurel.job.graphql;

import org.jspecify.annotations.NullMarked;
