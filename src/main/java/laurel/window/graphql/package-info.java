/**
 * Binds {@code window.graphqls}: lists the windows of a leaderboard, and its window definitions, and finds one by
 * its name, time or offset.
 */
@NullMarked
package laurel.window.graphql;

import org.jspecify.annotations.NullMarked;
