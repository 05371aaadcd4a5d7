package laurel;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** One subscription on a separate WebSocket. */
public final class SocketFollower implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.createDefault();
    private static final int SECONDS = 30;

    private final BlockingQueue<Map<String, Object>> messages = new LinkedBlockingQueue<>();
    private final WebSocket socket;

    private SocketFollower(URI graphql) {
        URI address = URI.create(graphql.toString().replaceFirst("^http", "ws"));
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .subprotocols("graphql-transport-ws")
                .buildAsync(address, new Messages())
                .join();
    }

    /** Subscribes with the key of the tests. */
    public static SocketFollower start(URI graphql, String document, Map<String, ?> variables) {
        return startAs(LaurelServer.KEY, graphql, document, variables);
    }

    /** Subscribes with a key or token; without credentials if it is empty. */
    public static SocketFollower startAs(String key, URI graphql, String document, Map<String, ?> variables) {
        SocketFollower follower = new SocketFollower(graphql);
        Map<String, ?> headers = key.isEmpty() ? Map.of() : Map.of("Authorization", "Bearer " + key);
        follower.send(Map.of("type", "connection_init", "payload", headers));
        Answer acknowledged = follower.message();
        if (!acknowledged.text("type").equals("connection_ack")) {
            throw new AssertionError(acknowledged);
        }
        Map<String, ?> payload = Map.of("query", document, "variables", variables);
        follower.send(Map.of("type", "subscribe", "id", "1", "payload", payload));
        return follower;
    }

    /** The next value of the root field with this name. Empty if the connection or the subscription has ended. */
    public Optional<Answer> next(String field) {
        for (Answer message = message(); ; message = message()) {
            switch (message.text("type")) {
                case "next" -> {
                    if (message.at("payload", "data", field) == null) {
                        throw new AssertionError(message);
                    }
                    return Optional.of(message.node("payload", "data", field));
                }
                case "complete", "closed" -> {
                    return Optional.empty();
                }
                case "error" -> throw new AssertionError(message);
                default -> {}
            }
        }
    }

    private Answer message() {
        try {
            Map<String, Object> message = messages.poll(SECONDS, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("no message within " + SECONDS + " s");
            }
            return new Answer(message);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void send(Map<String, ?> message) {
        try {
            socket.sendText(new String(JSON.writeValueAsBytes(message), UTF_8), true)
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        socket.abort();
    }

    /** Collects messages until the connection is closed. */
    private final class Messages implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                messages.add(read(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        private Map<String, Object> read(String message) {
            try {
                return JSON.readValue(message, Argument.mapOf(String.class, Object.class));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            messages.add(Map.of("type", "closed"));
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            messages.add(Map.of("type", "closed"));
        }
    }
}
