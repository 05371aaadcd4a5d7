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
 * <p>Answers are of the moment and not to be stored, but for those in which nothing can change ({@code Immutability}).
 */
@NullMarked
package laurel.api;

import org.jspecify.annotations.NullMarked;
