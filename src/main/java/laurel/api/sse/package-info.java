/**
 * GraphQL over server-sent events by the protocol graphql-sse, in both of its modes: one stream per operation, or
 * one reserved stream for many.
 */
@NullMarked
package laurel.api.sse;

import org.jspecify.annotations.NullMarked;
