/**
 * Binds {@code ingest.graphqls}: takes the events of analytics feeds, and lists, retries and discards dead letters
 * of streams.
 */
@NullMarked
package laurel.ingest.graphql;

import org.jspecify.annotations.NullMarked;
