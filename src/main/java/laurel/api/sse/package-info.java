/**
 * GraphQL over server-sent events, by the protocol graphql-sse in both of its modes: {@code DistinctStreams} opens one
 * stream per operation, {@code ReservedStreams} one stream for many. {@code EventStream} is the response that both write to.
 */
@NullMarked
package laurel.api.sse;

import org.jspecify.annotations.NullMarked;
