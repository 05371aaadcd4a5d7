package laurel.api.sse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.request.JsonBytes;
import org.jspecify.annotations.Nullable;

/** The events of the protocol graphql-sse, as bytes. Their JSON has no line breaks. */
final class ServerSentEvent {
    private ServerSentEvent() {}

    /** A result in distinct connections mode. */
    static byte[] next(byte[] result, @Nullable String cursor) {
        var event = new ByteArrayOutputStream(result.length + 100);
        write(event, "event: next\n");
        if (cursor != null) {
            write(event, "id: " + cursor + "\n");
        }
        write(event, "data: ");
        event.writeBytes(result);
        write(event, "\n\n");
        return event.toByteArray();
    }

    /** A result of an operation in single connection mode. */
    static byte[] nextOf(String operation, byte[] result) {
        var event = new ByteArrayOutputStream(result.length + 200);
        write(event, "event: next\ndata: {\"id\":");
        event.writeBytes(JsonBytes.of(operation));
        write(event, ",\"payload\":");
        event.writeBytes(result);
        write(event, "}\n\n");
        return event.toByteArray();
    }

    static byte[] complete() {
        return "event: complete\ndata:\n\n".getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] completeOf(String operation) {
        var event = new ByteArrayOutputStream(200);
        write(event, "event: complete\ndata: {\"id\":");
        event.writeBytes(JsonBytes.of(operation));
        write(event, "}\n\n");
        return event.toByteArray();
    }

    /** A result without data. */
    static byte[] errorResult(List<?> errors) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("errors", errors);
        return JsonBytes.of(result);
    }

    private static void write(ByteArrayOutputStream event, String text) {
        event.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
