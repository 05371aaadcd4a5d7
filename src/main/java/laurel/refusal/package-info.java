/**
 * What a client can act on. A rule that is broken by what was sent raises {@link laurel.refusal.RefusedException}; {@code
 * laurel.graphql.Mutations} turns it into an item of the payload's {@code errors}, and nothing is stored. Broken requests
 * and faults of the service are GraphQL errors, not refusals.
 */
@NullMarked
package laurel.refusal;

import org.jspecify.annotations.NullMarked;
