package laurel.webhook;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import laurel.event.EventType;
import laurel.event.message.MessageBody;
import org.jspecify.annotations.Nullable;

/**
 * A message to a webhook.
 *
 * @param body JSON
 */
public record WebhookMessage(UUID id, EventType type, String body) {
    /** Creates a message in the format of Standard Webhooks, with a new ID. */
    public static WebhookMessage of(EventType type, Instant at, Map<String, @Nullable Object> content) {
        return of(type, MessageBody.of(type, at, null, content));
    }

    /** Creates a message with a new ID. */
    public static WebhookMessage of(EventType type, String body) {
        return new WebhookMessage(UUID.randomUUID(), type, body);
    }
}
