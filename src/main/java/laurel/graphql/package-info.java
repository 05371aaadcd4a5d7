/**
 * The basis of every feature's GraphQL binding: scalars, refusals, cursors, the context of a request. It depends on no
 * feature and not on HTTP; {@code laurel.api} combines the bindings and serves them.
 *
 * <h2>Payloads</h2>
 *
 * <p>A mutation has one argument, {@code input}, and returns its own type with a name that ends in {@code Payload}. Its
 * function in {@link laurel.graphql.Mutations} returns the result, or throws a {@code RefusedException}, which becomes an
 * item of the payload's {@code errors}. If the payload has one other field, that field is the result itself; if it has
 * several, they are properties of the result. A field that needs more is bound by {@code
 * Fields.<Payload<T>>of("...Payload")}.
 *
 * <h2>IDs</h2>
 *
 * <p>A type that implements Node has a code in {@code NodeType}, and its binding calls {@code .id(Badge::id)}, or {@code
 * .idOnBoard(Window::leaderboardId, Window::id)} if it belongs to a leaderboard. {@code node(id)} finds an object by the
 * loader with the name of the type, or by the {@link laurel.graphql.NodeSource} of the type. {@link
 * laurel.graphql.RequestContext#number} reads an argument of type ID and checks its type. {@code EveryNodeTest} looks up an
 * object of each type.
 */
@NullMarked
package laurel.graphql;

import org.jspecify.annotations.NullMarked;
