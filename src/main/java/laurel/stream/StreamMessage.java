package laurel.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import laurel.database.sql.Json;
import laurel.event.EventType;
import laurel.event.message.EventMessages.EventMessage;
import laurel.event.message.MessageBody;
import laurel.request.StrictJson;
import laurel.stream.PublishSettings.StreamFormat;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a stream.
 *
 * @param fields    in order
 * @param truncated whether it has no data, because that would be too large
 */
record StreamMessage(EventType type, Map<String, String> fields, boolean truncated) {
    /**
     * Creates the entry of an event: {@code id} (its sequence), {@code type}, {@code app}, and the message.
     *
     * @param app        key of the app
     * @param maxPayload size of a message in bytes above which its data is null
     */
    static StreamMessage of(EventMessage event, String app, StreamFormat format, int maxPayload) {
        boolean truncated = event.body().getBytes(UTF_8).length > maxPayload;
        String body =
                truncated ? MessageBody.of(event.type(), event.occurredAt(), event.sequence(), null) : event.body();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("id", Long.toString(event.sequence()));
        fields.put("type", event.type().messageType());
        fields.put("app", app);
        switch (format) {
            case JSON -> fields.put("payload", body);
            case FIELDS -> {
                fields.put("timestamp", event.occurredAt().toString());
                if (StrictJson.stored(new Json(body)) instanceof Map<?, ?> message) {
                    flatten("", message.get("data"), fields);
                }
            }
        }
        return new StreamMessage(event.type(), fields, truncated);
    }

    /** Adds each value by its path, such as {@code window.name}. Values that are null are left out. */
    private static void flatten(String path, @Nullable Object value, Map<String, String> fields) {
        if (value instanceof Map<?, ?> object) {
            object.forEach(
                    (name, part) -> flatten(path.isEmpty() ? String.valueOf(name) : path + "." + name, part, fields));
        } else if (value != null && !path.isEmpty()) {
            fields.put(path, String.valueOf(value));
        }
    }
}
