/**
 * What every feature's GraphQL binding stands on: scalars, refusals, cursors, the request's context. Knows no feature
 * and no HTTP; {@code laurel.api} puts the pieces together and serves them.
 *
 * <h2>Payloads</h2>
 *
 * <p>A mutation has one argument, {@code input}, and returns a type of its own whose name ends in {@code Payload}. Its
 * function in {@link laurel.graphql.Mutations} returns the result, or throws a {@code RefusedException}, which becomes an
 * item of the payload's {@code errors}. If the payload has one other field, that field is the result itself; if it has
 * several, they are properties of the result. A field that needs more is bound by {@code
 * Fields.<Payload<T>>of("...Payload")}.
 *
 * <h2>IDs</h2>
 *
 * <p>A type that implements Node has a number in {@code NodeType}, and its binding says {@code .id(Badge::id)}, or {@code
 * .idOnBoard(Window::leaderboardId, Window::id)} for what belongs to a leaderboard. {@code node(id)} finds it by the
 * loader that is named like the type, or by the type's {@link laurel.graphql.NodeSource}. An argument that takes an
 * ID is read by {@link laurel.graphql.RequestContext#number}, which checks the type; {@code NodesTest} looks up an object
 * of each type.
 */
@NullMarked
package laurel.graphql;

import org.jspecify.annotations.NullMarked;
