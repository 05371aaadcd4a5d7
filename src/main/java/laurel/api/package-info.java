/**
 * Serves the GraphQL schema over HTTP, WebSocket and server-sent events. Nothing else in Laurel uses this package.
 *
 * <p>Each subpackage uses only those before it:
 *
 * <ol>
 *   <li>{@code error}: errors as clients see them.
 *   <li>{@code rate}: how much a caller may ask for in a time.
 *   <li>{@code access}: API keys, the app that a request acts in, and the roles that paths require.
 *   <li>{@code engine}: parses, checks and executes GraphQL operations.
 *   <li>{@code document}: documents that clients request by an ID.
 *   <li>{@code operation}: operations on connections that stay open.
 *   <li>{@code http}: reads requests, writes responses, guards connections, stops the server.
 *   <li>{@code export}: the export of a participant.
 *   <li>{@code socket} and {@code sse}: the protocols graphql-transport-ws and graphql-sse.
 *   <li>{@code endpoint}: the paths.
 * </ol>
 *
 * <p>A request to {@code /graphql} passes, in this order: {@code RequestGate} (one well-formed HTTP message), {@code
 * AccessFilter} (key or host, rate), {@code GraphQLEndpoint} (media types), {@code RequestReader} (JSON), {@code
 * PersistedDocuments} (ID), {@code DocumentCache} (syntax and validation), {@code CallerResolver} (app), {@code Engine}
 * (limits, cost and fetchers). The engine executes each operation on its own virtual thread, so fetchers block, and one
 * thread fills and dispatches the DataLoaders.
 *
 * <p>Every failure has GraphQL's shape: {@code {"errors": [{"message", "extensions": {"code"}}]}}. Responses show no
 * internals: an unexpected exception becomes {@code Internal error, id <uuid>}, and the log has the stack trace under that
 * ID. Responses are not cacheable, except those that can never change ({@code ResponseImmutability}).
 *
 * <p>micronaut-graphql provides the configuration and the place of the {@code GraphQL} bean. Three of its parts are
 * replaced:
 *
 * <ul>
 *   <li>{@code GraphQLController}, by {@code GraphQLEndpoint}: it executes mutations sent by GET, responds to malformed
 *       input with status 500, and calls blocking fetchers on the event loop.
 *   <li>its WebSockets, by {@code SocketUpgrade}: Micronaut reads binary frames as texts and joins any number of fragments,
 *       and graphql-java's stream keeps the loaders and the deadline of one request for all events of a subscription.
 *   <li>{@code GraphiQLController}, by {@code GraphiQLEndpoint}: its page loads scripts from other hosts.
 * </ul>
 */
@NullMarked
package laurel.api;

import org.jspecify.annotations.NullMarked;
