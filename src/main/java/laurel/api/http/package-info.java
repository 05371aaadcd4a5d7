/**
 * The HTTP server: GraphQL over HTTP, GraphiQL, limits on requests before they are read, CORS, error pages, and an
 * orderly stop.
 */
@NullMarked
package laurel.api.http;

import org.jspecify.annotations.NullMarked;
