/**
 * Binds {@code ranking.graphqls}, {@code snapshot.graphqls} and {@code history.graphqls}: reads which page of which
 * ranking is asked for, and returns standings as clients see them.
 */
@NullMarked
package laurel.ranking.graphql;

import org.jspecify.annotations.NullMarked;
