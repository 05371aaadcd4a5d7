package laurel.webhook;

import org.jspecify.annotations.Nullable;

/**
 * Which messages of a webhook, the newest first.
 *
 * @param state  of this state; null: of all
 * @param before their ids are less than this
 * @param size   how many
 */
record DeliveryList(long webhookId, @Nullable DeliveryState state, long before, int size) {}
