/**
 * The paths that the service serves: {@code /graphql}, {@code /graphql/stream}, both below {@code /apps/{app}},
 * {@code /graphiql}, and the web front end. Endpoints choose the response format or the stream and delegate the work. Start with
 * {@code GraphQLEndpoint}.
 */
@NullMarked
package laurel.api.endpoint;

import org.jspecify.annotations.NullMarked;
