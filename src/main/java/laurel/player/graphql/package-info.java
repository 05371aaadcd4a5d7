/** Binds {@code player.graphqls}: creates tokens of players, and shows the player that a token names. */
@NullMarked
package laurel.player.graphql;

import org.jspecify.annotations.NullMarked;
