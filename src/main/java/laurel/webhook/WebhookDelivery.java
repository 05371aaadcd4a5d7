package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.UUID;
import laurel.event.EventType;
import laurel.graphql.Held;
import org.jspecify.annotations.Nullable;

/**
 * A message for a webhook, and what became of it.
 *
 * @param message  the same with every attempt
 * @param attempts since it was last replayed
 * @param dueAt    null where it is not tried any more
 * @param status   HTTP status of the last attempt; null where that came to none
 * @param failure  why the last attempt failed; null where it did not
 */
@Introspected
public record WebhookDelivery(
        long id,
        long webhookId,
        UUID message,
        EventType type,
        String body,
        DeliveryState state,
        Instant createdAt,
        int attempts,
        @Nullable Instant dueAt,
        @Nullable Instant attemptedAt,
        @Nullable Integer status,
        @Nullable String failure)
        implements Held {
    @Override
    public long heldBytes() {
        return body.length();
    }

    /** As the header {@code webhook-id} says it. */
    public String messageId() {
        return "msg_" + message.toString().replace("-", "");
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
}
