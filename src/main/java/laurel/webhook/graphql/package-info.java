/**
 * Binds {@code webhook.graphqls}: creates, updates and deletes webhooks, and lists their deliveries with the response
 * to each attempt.
 */
@NullMarked
package laurel.webhook.graphql;

import org.jspecify.annotations.NullMarked;
