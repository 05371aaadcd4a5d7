package laurel.api.socket;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.api.engine.GraphQLRequest;
import laurel.api.http.RequestReader;
import laurel.api.operation.ActiveOperations;
import laurel.request.JsonBytes;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.StrictJson;
import org.jspecify.annotations.Nullable;

/** Messages of the protocol graphql-transport-ws. Values are messages of clients; methods create messages of the service. */
public sealed interface SocketMessage {
    /** The first message, with credentials. */
    record Init(Map<String, @Nullable Object> payload) implements SocketMessage {}

    /** Checks the connection. */
    record Ping(@Nullable Map<String, @Nullable Object> payload) implements SocketMessage {}

    /** The response to a ping. */
    record Pong(@Nullable Map<String, @Nullable Object> payload) implements SocketMessage {}

    /** Starts an operation of any kind. */
    record Subscribe(String id, GraphQLRequest request) implements SocketMessage {}

    /** Ends an operation. */
    record Complete(String id) implements SocketMessage {}

    /** Parses a message. Throws BAD_REQUEST if it is invalid. */
    static SocketMessage read(byte[] text) {
        if (!(StrictJson.read(text, "The message") instanceof Map<?, ?> message)) {
            throw bad("The message is not a JSON object.");
        }
        return switch (type(message)) {
            case "connection_init" -> new Init(orEmpty(payload(message)));
            case "ping" -> new Ping(payload(message));
            case "pong" -> new Pong(payload(message));
            case "subscribe" -> new Subscribe(id(message), request(message));
            case "complete" -> new Complete(id(message));
            default -> throw bad("The `type` of the message is unknown.");
        };
    }

    static byte[] ack() {
        return "{\"type\":\"connection_ack\"}".getBytes(StandardCharsets.UTF_8);
    }

    static byte[] pong(@Nullable Map<String, @Nullable Object> payload) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("type", "pong");
        if (payload != null) {
            message.put("payload", payload);
        }
        return JsonBytes.of(message);
    }

    /** The start of each {@code next} message of an operation. */
    static byte[] startOfNext(String id) {
        byte[] json = JsonBytes.of(id);
        return joined(
                "{\"id\":".getBytes(StandardCharsets.US_ASCII),
                json,
                ",\"type\":\"next\",\"payload\":".getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * A {@code next} message.
     *
     * @param start  of the operation
     * @param result JSON
     */
    static byte[] next(byte[] start, byte[] result) {
        return joined(start, result, "}".getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] joined(byte[] first, byte[] second, byte[] third) {
        byte[] all = Arrays.copyOf(first, first.length + second.length + third.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        System.arraycopy(third, 0, all, first.length + second.length, third.length);
        return all;
    }

    static byte[] error(String id, List<?> errors) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("id", id);
        message.put("type", "error");
        message.put("payload", errors);
        return JsonBytes.of(message);
    }

    static byte[] complete(String id) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("id", id);
        message.put("type", "complete");
        return JsonBytes.of(message);
    }

    private static String type(Map<?, ?> message) {
        return switch (message.get("type")) {
            case null -> throw bad("`type` is missing.");
            case String type -> type;
            default -> throw bad("`type` is not a string.");
        };
    }

    private static GraphQLRequest request(Map<?, ?> message) {
        Map<String, @Nullable Object> payload = payload(message);
        if (payload == null) {
            throw bad("`payload` is missing.");
        }
        return RequestReader.request(payload);
    }

    private static String id(Map<?, ?> message) {
        if (!(message.get("id") instanceof String id) || id.isEmpty()) {
            throw bad("`id` must be a string that is not empty.");
        }
        if (id.length() > ActiveOperations.MAX_ID_LENGTH) {
            throw bad("`id` must not exceed " + ActiveOperations.MAX_ID_LENGTH + " characters.");
        }
        return id;
    }

    // All keys of objects from StrictJson are strings.
    @SuppressWarnings("unchecked")
    private static @Nullable Map<String, @Nullable Object> payload(Map<?, ?> message) {
        return switch (message.get("payload")) {
            case null -> null;
            case Map<?, ?> object -> (Map<String, @Nullable Object>) object;
            default -> throw bad("`payload` is not an object.");
        };
    }

    private static Map<String, @Nullable Object> orEmpty(@Nullable Map<String, @Nullable Object> payload) {
        return payload == null ? new LinkedHashMap<>() : payload;
    }

    private static RequestException bad(String message) {
        return new RequestException(RequestErrorCode.BAD_REQUEST, message);
    }
}
