package laurel.api.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Map;
import laurel.api.InMemorySocket;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limit of a response in bytes holds for results and events of all transports. */
final class ResponseSizeTest {
    private static final String CODE = "\"code\":\"LIMIT_EXCEEDED\"";
    private static final String LARGE = "%7Blarge(size:2000)%7D";
    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = new LiveServer(Map.of("laurel.limits.response-size", 1_000));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/graphql-response+json", "text/event-stream"})
    void limitsResultsOverHttp(String accept) {
        var answer = server.send(HttpRequest.newBuilder(URI.create(server.uri() + "?query=" + LARGE))
                .header("Accept", accept));
        assertThat(answer.code()).isEqualTo("LIMIT_EXCEEDED");
        assertThat(answer.text()).hasSizeLessThan(500);
    }

    @Test
    void limitsResultsOnWebSockets() throws IOException {
        try (RawSocket raw = RawSocket.acknowledged(server.uri())) {
            raw.sendText(InMemorySocket.subscription("1", "{ large(size: 2000) }"));
            assertThat(raw.readText()).contains("\"type\":\"error\"", CODE);
        }
    }

    @Test
    void limitsEventsOnWebSockets() throws IOException {
        try (RawSocket raw = RawSocket.subscribed(server)) {
            server.schema.publish("x".repeat(500));
            assertThat(raw.readText()).contains("\"type\":\"next\"", "xxx");
            server.schema.publish("x".repeat(2_000));
            assertThat(raw.readText()).contains("\"type\":\"error\"", CODE);
        }
        Until.holds(() -> server.schema.activeListeners() == 0);
    }

    @Test
    void limitsEventsOnEventStreams() throws IOException {
        try (var raw = new RawSocket(server.uri())) {
            raw.write(
                    "GET /graphql/stream?query=subscription%7Bmessage%7Btext%7D%7D HTTP/1.1\r\nHost: localhost\r\n\r\n");
            raw.readUntil(":\n\n");
            Until.holds(() -> server.schema.activeListeners() == 1);
            server.schema.publish("x".repeat(2_000));
            assertThat(raw.readUntil("event: complete\n")).contains("event: next\ndata: {\"errors\":", CODE);
        }
        Until.holds(() -> server.schema.activeListeners() == 0);
    }
}
