package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.UUID;
import laurel.event.EventType;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * A message to a webhook.
 *
 * @param messageUuid    the same for every attempt
 * @param attemptCount   since creation or the last replay
 * @param nextAttemptAt  null unless it is PENDING
 * @param lastAttemptAt  null before the first attempt
 * @param responseStatus HTTP status of the last attempt; null without a response
 * @param failureReason  of the last attempt; null if that did not fail
 */
@Introspected
public record WebhookDelivery(
        long id,
        long webhookId,
        UUID messageUuid,
        EventType eventType,
        String body,
        DeliveryState state,
        Instant createdAt,
        int attemptCount,
        @Nullable Instant nextAttemptAt,
        @Nullable Instant lastAttemptAt,
        @Nullable Integer responseStatus,
        @Nullable String failureReason)
        implements Measured {
    @Override
    public long heldBytes() {
        return body.length();
    }

    /** The value of the header {@code webhook-id}. */
    public String messageId() {
        return "msg_" + messageUuid.toString().replace("-", "");
    }

    /** State of a delivery. */
    public enum DeliveryState {
        /** Waits for its next attempt. */
        PENDING,
        /** Accepted by the receiver. */
        DELIVERED,
        /** All attempts failed. */
        DEAD
    }

    /**
     * Which deliveries a list has.
     *
     * @param state null for all
     */
    public record DeliveryFilter(long webhookId, @Nullable DeliveryState state) {}
}
