/**
 * Serves the schema over HTTP. A request passes, in this order: the key ({@code Guard}), the media types, the JSON
 * ({@code RequestReader}), the parsed document ({@code Documents}), the app that it acts in ({@code CallerApp}), its
 * limits, and the fetchers ({@code Engine}), all on one virtual thread, so that fetchers simply block and a DataLoader is
 * filled and dispatched by the same thread.
 *
 * <p>Whatever goes wrong is answered in GraphQL's own shape, {@code {"errors": [{"message", "extensions": {"code"}}]}},
 * and shows nothing of the inside: an unexpected exception becomes {@code Internal error, id <uuid>}, and the log has
 * that id.
 *
 * <p>Subscriptions come over connections that stay: WebSockets ({@code SocketUpgrade}, {@code SocketConnection}, and the
 * protocol without a network in {@code Conversation}) and server-sent events ({@code StreamEndpoint}). Either way an operation
 * is a {@code Running}. A subscription is executed once to find its source, and then once for each emission and selection,
 * the bytes shared by all who select the same; {@code Delivery} brings them to one client in order, and ends the subscription
 * of a client that does not take them. {@code LiveConnections} counts the connections and finds those that are dead.
 *
 * <p>Answers are of the moment and not to be stored, but for those in which nothing can change ({@code Immutability}).
 */
@NullMarked
package laurel.api;

import org.jspecify.annotations.NullMarked;
