package laurel.event.message;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import laurel.leaderboard.Group;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** JSON objects that several types of messages share. */
public final class MessageParts {
    private MessageParts() {}

    /** A participant in a message. */
    @Introspected
    public record MessageParticipant(
            long id,
            String entityType,
            String externalId,
            @Nullable String name) {}

    /** A window in a message. */
    @Introspected
    public record MessageWindow(
            String name,
            WindowKind windowKind,
            String definition,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt) {}

    /** The values of a group by attribute; null for everyone. */
    public static @Nullable Map<String, String> group(@Nullable Group group) {
        return group == null || group.isEveryone() ? null : group.values();
    }

    public static @Nullable Map<String, @Nullable Object> window(@Nullable MessageWindow window) {
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

    public static @Nullable Map<String, @Nullable Object> participant(@Nullable MessageParticipant participant) {
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
