/**
 * Webhooks: addresses that receive messages about events and rankings, in the format of Standard Webhooks.
 * <p>{@link laurel.webhook.message.MessageMaker} creates messages from the event log and the outbox, in the transaction
 * that advances the webhook's positions in these. So each message is created exactly once, on any node. It is stored in a
 * table, and {@link laurel.webhook.delivery.DeliveryDispatcher} sends it. One node at a time holds the lease of a webhook,
 * and sends its messages in order; a slow webhook does not delay others. The result of an attempt is stored after it. If
 * the node crashes in between, another sends the message again with the same ID once the lease has expired.
 * <p>The service connects to public addresses only, unless the operator allows a host: the HTTP client resolves each name
 * once, by {@link laurel.webhook.delivery.CheckedResolver}, and connects to the checked address, so DNS rebinding has no
 * effect.
 *
 * <p>Read {@link laurel.webhook.Webhooks} first.
 */
@NullMarked
package laurel.webhook;

import org.jspecify.annotations.NullMarked;
