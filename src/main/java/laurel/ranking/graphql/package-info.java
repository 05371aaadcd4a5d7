/**
 * Binds {@code ranking.graphqls}, {@code snapshot.graphqls}, {@code history.graphqls} and {@code check.graphqls}: reads
 * arguments into queries of the packages of {@code ranking}, and returns their standings and connections.
 */
@NullMarked
package laurel.ranking.graphql;

import org.jspecify.annotations.NullMarked;
