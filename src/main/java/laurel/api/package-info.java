/**
 * Serves the schema over HTTP. A request passes, in this order: the key ({@code Guard}), the media types, the JSON
 * ({@code RequestReader}), the parsed document ({@code Documents}), the app that it acts in ({@code CallerApp}; at the
 * paths of {@code AppEndpoint} the path names it), its limits, and the fetchers ({@code Engine}), all on one virtual
 * thread, so that fetchers simply block and a DataLoader is filled and dispatched by the same thread.
 *
 * <p>Whatever goes wrong is answered in GraphQL's own shape, {@code {"errors": [{"message", "extensions": {"code"}}]}},
 * and shows nothing of the inside: an unexpected exception becomes {@code Internal error, id <uuid>}, and the log has
 * that id.
 *
 * <p>Subscriptions come over connections that stay: WebSockets ({@code SocketUpgrade}, {@code SocketConnection}, and the
 * protocol without a network in {@code Conversation}) and server-sent events ({@code StreamEndpoint}). Either way an
 * operation is a {@code Running}. A subscription is executed once to find its source, and then once for each emission and
 * selection, the bytes shared by all who select the same; {@code Delivery} brings them to one client in order, and ends
 * the subscription of a client that does not take them. {@code LiveConnections} counts the connections and finds those
 * that are dead.
 *
 * <h2>What is Micronaut's</h2>
 *
 * micronaut-graphql gives the {@code GraphQL} bean its place, its configuration ({@code graphql.*}) and the paths. What
 * it serves by is replaced:
 *
 * <ul>
 *   <li>{@code GraphQLController}, by {@code GraphQLEndpoint}: it runs mutations by GET, answers malformed input with
 * 500, and
 *       calls fetchers that block on the event loop.
 *   <li>its WebSockets, by {@code SocketUpgrade}: Micronaut takes binary frames for texts and joins any number of
 * fragments, and
 *       graphql-java's stream keeps one request's loaders and deadline for all events of a subscription.
 *   <li>{@code GraphiQLController}, by {@code GraphiQLPages}: its page loads scripts from other hosts.
 * </ul>
 *
 * <p>Answers are of the moment and not to be stored, but for those in which nothing can change ({@code Immutability}).
 */
@NullMarked
package laurel.api;

import org.jspecify.annotations.NullMarked;
