/**
 * Webhooks: addresses that are told what happens, as Standard Webhooks has it.
 *
 * <p>Messages are made by {@link laurel.webhook.message.MessageMaker} from the event log and the outbox, in one
 * transaction with the advance of the webhook's place in these: so each is made exactly once, on whatever node. They wait
 * in a table, and {@link laurel.webhook.delivery.DeliveryDispatcher} sends them. A webhook is a lane: one node at a time
 * holds it by a lease, and sends its messages one after the other; a slow one keeps its own lane busy and no other. What
 * an attempt came to is noted after it, so who dies between sending and noting has it sent again, under the same id, once
 * the lease is over.
 *
 * <p>No request leaves for an address that is not public, unless the operator allows it: the client asks {@link
 * laurel.webhook.delivery.CheckedResolver} what a name means, once, and connects to that, so a name that means something
 * else a moment later gains nothing.
 */
@NullMarked
package laurel.webhook;

import org.jspecify.annotations.NullMarked;
