package laurel.event.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import laurel.event.EventType;
import laurel.request.JsonBytes;
import org.jspecify.annotations.Nullable;

/** Writes the body of messages, in the format of Standard Webhooks. */
public final class MessageBody {
    private MessageBody() {}

    /**
     * Returns JSON.
     *
     * @param sequence of the event; null if the message is about no single event
     * @param content  null if it would be too large
     */
    public static String of(
            EventType type, Instant at, @Nullable Long sequence, @Nullable Map<String, @Nullable Object> content) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("type", type.messageType());
        body.put("timestamp", at.toString());
        if (sequence != null) {
            body.put("sequence", sequence.toString());
        }
        body.put("data", content);
        return new String(JsonBytes.of(body), UTF_8);
    }
}
