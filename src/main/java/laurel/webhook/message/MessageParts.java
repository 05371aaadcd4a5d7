package laurel.webhook.message;

import java.util.LinkedHashMap;
import java.util.Map;
import laurel.webhook.message.MessageSourceRepository.Who;
import laurel.webhook.message.MessageSourceRepository.WindowName;
import org.jspecify.annotations.Nullable;

/** Parts of messages, as JSON. */
final class MessageParts {
    private MessageParts() {}

    static @Nullable Map<String, @Nullable Object> window(@Nullable WindowName window) {
        if (window == null) {
            return null;
        }
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("name", window.name());
        part.put("kind", window.windowKind().name());
        part.put("windowDefinitionKey", window.definition());
        part.put(
                "startsAt", window.startsAt() == null ? null : window.startsAt().toString());
        part.put("endsAt", window.endsAt() == null ? null : window.endsAt().toString());
        return part;
    }

    static @Nullable Map<String, @Nullable Object> participant(@Nullable Who who) {
        if (who == null) {
            return null;
        }
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("entityType", who.entityType());
        part.put("externalId", who.externalId());
        part.put("name", who.name());
        return part;
    }
}
