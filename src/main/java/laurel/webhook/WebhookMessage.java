package laurel.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import laurel.event.EventType;
import laurel.request.JsonBytes;
import org.jspecify.annotations.Nullable;

/**
 * A message to a webhook.
 *
 * @param body JSON
 */
public record WebhookMessage(UUID id, EventType type, String body) {
    /** Creates a message in the format of Standard Webhooks, with a new ID. */
    public static WebhookMessage of(EventType type, Instant at, Map<String, @Nullable Object> content) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", type.messageType());
        body.put("timestamp", at.toString());
        body.put("data", content);
        return new WebhookMessage(UUID.randomUUID(), type, new String(JsonBytes.of(body), UTF_8));
    }
}
