/**
 * Binds {@code leaderboard.graphqls}: reads definitions of leaderboards, their groups and windows, and returns
 * leaderboards as clients see them.
 */
@NullMarked
package laurel.leaderboard.graphql;

import org.jspecify.annotations.NullMarked;
