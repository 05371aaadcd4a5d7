/**
 * Binds {@code live.graphqls}: subscriptions to the top of a ranking, and to the ranks of given participants.
 */
@NullMarked
package laurel.live.graphql;

import org.jspecify.annotations.NullMarked;
