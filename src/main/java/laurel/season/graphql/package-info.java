/**
 * Binds {@code season.graphqls}: plans, starts, ends and cancels the seasons of a leaderboard, and returns them as
 * clients see them.
 */
@NullMarked
package laurel.season.graphql;

import org.jspecify.annotations.NullMarked;
