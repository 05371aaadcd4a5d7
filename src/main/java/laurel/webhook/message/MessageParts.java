package laurel.webhook.message;

import java.util.LinkedHashMap;
import java.util.Map;
import laurel.webhook.message.MessageSourceRepository.MessageParticipant;
import laurel.webhook.message.MessageSourceRepository.MessageWindow;
import org.jspecify.annotations.Nullable;

/** JSON objects that several types of messages share. */
final class MessageParts {
    private MessageParts() {}

    static @Nullable Map<String, @Nullable Object> window(@Nullable MessageWindow window) {
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

    static @Nullable Map<String, @Nullable Object> participant(@Nullable MessageParticipant participant) {
        if (participant == null) {
            return null;
        }
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("entityType", participant.entityType());
        part.put("externalId", participant.externalId());
        part.put("name", participant.name());
        return part;
    }
}
