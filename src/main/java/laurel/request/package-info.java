/**
 * What a client can act on. A rule that is broken by what was sent raises {@link laurel.request.RefusedException}; {@code
 * laurel.graphql.Mutations} turns it into an item of the payload's {@code errors}, and nothing is stored. Broken requests
 * and faults of the service are GraphQL errors, not refusals.
 *
 * <p>Also what every feature needs of a request whichever way it came: bounds of inputs, cursors, pages and emissions. Knows
 * neither GraphQL nor HTTP.
 */
@NullMarked
package laurel.request;

import org.jspecify.annotations.NullMarked;
