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
 * @param messageUuid    the same with every attempt
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

    /** As the header {@code webhook-id} says it. */
    public String messageId() {
        return "msg_" + messageUuid.toString().replace("-", "");
    }

    /** What became of a message. */
    public enum DeliveryState {
        /** It is to be sent. */
        PENDING,
        /** It was taken. */
        DELIVERED,
        /** It was tried as often as it is. */
        DEAD
    }

    /**
     * Which deliveries a list has.
     *
     * @param state null for all
     */
    public record DeliveryFilter(long webhookId, @Nullable DeliveryState state) {}
}
