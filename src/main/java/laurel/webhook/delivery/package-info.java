/**
 * Delivers messages: each node sends due messages, those of one webhook in order, with retries after a schedule, only to
 * addresses on the public internet. Read {@link laurel.webhook.delivery.DeliveryDispatcher} first.
 */
@NullMarked
package laurel.webhook.delivery;

import org.jspecify.annotations.NullMarked;
