/**
 * What every feature's GraphQL binding stands on: scalars, refusals, cursors, the request's context. Knows no feature
 * and no HTTP; {@code laurel.api} puts the pieces together and serves them.
 */
@NullMarked
package laurel.graphql;

import org.jspecify.annotations.NullMarked;
