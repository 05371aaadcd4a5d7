/**
 * The paths that the service serves: {@code /graphql}, {@code /graphql/stream}, both below {@code /apps/{app}}, and
 * {@code /graphiql}. Endpoints choose the response format or the stream and delegate the work. Start with
 * {@code GraphQLEndpoint}.
 */
@NullMarked
package laurel.api.endpoint;

import org.jspecify.annotations.NullMarked;
