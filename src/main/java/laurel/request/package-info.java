/**
 * What all features need to handle a request: apps, limits, checks of texts and JSON, cursors, pages, and errors. Depends on
 * neither GraphQL nor HTTP.
 *
 * <p>There are two kinds of errors. An input that violates a rule throws {@link laurel.request.RefusedException} with an {@link
 * laurel.request.ErrorCode}; {@code laurel.graphql.Mutations} returns it as an item of {@code errors}, and nothing is
 * stored. A request that cannot be answered throws {@link laurel.request.RequestException} with a {@link
 * laurel.request.RequestErrorCode}, and becomes a GraphQL error.
 *
 * <p>{@link laurel.request.EventSource} is the source of a subscription, {@link laurel.request.LookupBatcher} combines
 * look-ups of concurrent requests. Read {@code RefusedException} first.
 */
@NullMarked
package laurel.request;

import org.jspecify.annotations.NullMarked;
