/**
 * What every feature's GraphQL binding stands on: scalars, refusals, cursors, the request's context. Knows no feature
 * and no HTTP; {@code laurel.api} puts the pieces together and serves them.
 *
 * <h2>Payloads</h2>
 *
 * <p>A mutation has one argument, {@code input}, and returns a type of its own whose name ends in {@code Payload}. Its
 * function in {@link laurel.graphql.Mutations} returns the result, or throws a {@code RefusedException}, which becomes an
 * item of the payload's {@code errors}. If the payload has one other field, that field is the result itself; if it has
 * several, they are properties of the result. A field that needs more is bound by {@code Fields.<Payload<T>>of("...Payload")}.
 */
@NullMarked
package laurel.graphql;

import org.jspecify.annotations.NullMarked;
