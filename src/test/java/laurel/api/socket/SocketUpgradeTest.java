package laurel.api.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.api.InMemorySocket;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Upgrades of requests to WebSockets. */
final class SocketUpgradeTest {
    private static final String KEY = "a-key-for-this-test";
    private static final String OTHER = "another-key-of-length";
    private static final String PROTOCOL = "Sec-WebSocket-Protocol: graphql-transport-ws";
    private static final String GET = "GET /graphql?query=%7Bhello%7D HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static LiveServer open;
    private static LiveServer locked;

    @BeforeAll
    static void start() {
        open = new LiveServer(Map.of());
        locked = new LiveServer(Map.of("laurel.keys", KEY + "," + OTHER));
    }

    @AfterAll
    static void stop() {
        open.close();
        locked.close();
    }

    @AfterEach
    void assertNoConnectionsLeft() {
        open.assertIdle();
        locked.assertIdle();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {PROTOCOL, "Sec-WebSocket-Protocol: graphql-ws, graphql-transport-ws", PROTOCOL + "\r\nX: y"})
    void selectsSubprotocol(String headers) throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(RawSocket.upgrade(headers, "Sec-WebSocket-Extensions: permessage-deflate"));
            assertThat(raw.readHead())
                    .startsWith("HTTP/1.1 101")
                    .contains(
                            "sec-websocket-protocol: graphql-transport-ws",
                            "sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=")
                    .doesNotContain("sec-websocket-extensions");
            raw.assertOpen();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X: y", "Sec-WebSocket-Protocol: graphql-ws"})
    void closesWithoutSupportedSubprotocol(String headers) throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(RawSocket.upgrade(headers));
            assertThat(raw.readHead()).startsWith("HTTP/1.1 101").doesNotContain("sec-websocket-protocol");
            assertThat(raw.readClose()).startsWith("4406 ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, POST, 400",
        "Sec-WebSocket-Version: 13, Sec-WebSocket-Version: 8, 426",
        "Sec-WebSocket-Version: 13, X: y, 426",
        "Sec-WebSocket-Key, X-Key, 400",
        "X: y, Content-Length: 5, 400",
        "X: y, Transfer-Encoding: chunked, 400",
        "Host: localhost, Host: stranger.example, 403",
        "Host: localhost, X: y, 400",
        "X: y, Origin: https://stranger.example, 403",
        "X: y, Origin: http://localhost:81, 403",
        "X: y, Origin: null, 403",
        "X: y, Origin: http://%, 403"
    })
    void rejectsInvalidHandshake(String usual, String instead, int status) throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(RawSocket.upgrade(PROTOCOL, "X: y").replace(usual, instead) + "hello");
            assertThat(raw.readHead())
                    .startsWith("HTTP/1.1 " + status)
                    .contains("connection: close", "content-type: application/json");
            assertThat(raw.readUntil("}]}")).startsWith("{\"errors\":[{\"message\":");
            raw.assertClosed();
        }
    }

    @Test
    void acceptsOwnOriginWithoutKey() throws IOException {
        RawSocket.upgraded(open.uri(), "Origin: http://LOCALHOST").close();
    }

    @Test
    void acceptsAnyOriginWithKey() throws IOException {
        assertThat(initialize(
                        locked, "{\"Authorization\": \"Bearer " + KEY + "\"}", "Origin: https://stranger.example"))
                .isEqualTo("acknowledged");
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', 4403",
        "Bearer " + KEY + ", '', acknowledged",
        "'', Bearer " + KEY + ", acknowledged",
        "Bearer " + KEY + ", Bearer " + KEY + ", acknowledged",
        "Bearer " + KEY + ", Bearer " + OTHER + ", 4403",
        "Bearer wrong-key-wrong-key, '', 4403",
        "'', Bearer wrong-key-wrong-key, 4403",
        "Bearer wrong-key-wrong-key, Bearer " + KEY + ", 4403",
        "'', " + KEY + ", 4403"
    })
    void readsKeyFromHeaderOrFirstMessage(String header, String payload, String expected) throws IOException {
        String init = payload.isEmpty() ? "{}" : "{\"authorization\": \"" + payload + "\"}";
        String[] headers = header.isEmpty() ? new String[0] : new String[] {"Authorization: " + header};
        assertThat(initialize(locked, init, headers)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "'', '\"other\"', acknowledged",
        "other, '', acknowledged",
        "other, '\"other\"', acknowledged",
        "other, '\"default\"', 4400",
        "'', '\"text\"', 4400",
        "unknown, '', 4400",
        "'', 1, 4400"
    })
    void readsAppFromHeaderOrFirstMessage(String header, String payload, String expected) throws IOException {
        String init = payload.isEmpty() ? "{}" : "{\"Laurel-App\": " + payload + "}";
        String[] headers = header.isEmpty() ? new String[0] : new String[] {"Laurel-App: " + header};
        assertThat(initialize(open, init, headers)).isEqualTo(expected);
    }

    private static String initialize(LiveServer server, String payload, String... headers) throws IOException {
        try (RawSocket raw = RawSocket.upgraded(server.uri(), headers)) {
            raw.sendText("{\"type\": \"connection_init\", \"payload\": " + payload + "}");
            RawSocket.Frame frame = raw.readFrame();
            return frame.opcode() == RawSocket.CLOSE ? frame.payload().substring(0, 4) : "acknowledged";
        }
    }

    @Test
    void upgradesConnectionAfterOtherRequests() throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            for (int i = 0; i < 3; i++) {
                raw.write(GET);
                assertHttpResponse(raw);
            }
            assertUpgraded(raw, RawSocket.upgrade(PROTOCOL));
        }
    }

    @Test
    void upgradesAfterPipelinedRequests() throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(GET.replace("hello", "slow") + GET + RawSocket.upgrade(PROTOCOL));
            assertHttpResponse(raw);
            assertHttpResponse(raw);
            assertUpgraded(raw, "");
        }
    }

    private static void assertHttpResponse(RawSocket raw) throws IOException {
        String head = raw.readHead();
        assertThat(head).startsWith("HTTP/1.1 200");
        int length = Integer.parseInt(head.replaceAll("(?s).*content-length: (\\d+).*", "$1"));
        assertThat(raw.read(length)).contains("Hello");
    }

    private static void assertUpgraded(RawSocket raw, String request) throws IOException {
        raw.write(request);
        assertThat(raw.readHead()).startsWith("HTTP/1.1 101");
        raw.sendText(InMemorySocket.INIT);
        assertThat(raw.readText()).isEqualTo(InMemorySocket.ACK);
        raw.sendText(InMemorySocket.subscription("1", "{ hello }"));
        assertThat(raw.readText()).contains("Hello");
    }

    @Test
    void ignoresOtherUpgrades() throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(GET.replace("\r\n\r\n", "\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"));
            assertHttpResponse(raw);
        }
        try (var raw = new RawSocket(open.uri())) {
            raw.write(RawSocket.upgrade(PROTOCOL).replace("/graphql", "/graphql/stream"));
            assertThat(raw.readHead()).startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void rejectsConnectionsOverLimit() throws IOException {
        List<RawSocket> all = new ArrayList<>();
        try {
            for (int i = 0; i < LiveServer.CONNECTIONS; i++) {
                all.add(RawSocket.acknowledged(open.uri()));
            }
            all.add(RawSocket.upgraded(open.uri()));
            assertThat(all.getLast().readClose()).startsWith("1013 ").contains("laurel.limits.connections");
            assertThat(open.gauge("laurel.live.connections")).isEqualTo(LiveServer.CONNECTIONS);
            assertStreamRejected(all);
        } finally {
            for (RawSocket raw : all) {
                raw.close();
            }
        }
        open.assertIdle();
        RawSocket.acknowledged(open.uri()).close();
    }

    private static void assertStreamRejected(List<RawSocket> all) throws IOException {
        all.add(new RawSocket(open.uri()));
        all.getLast().write(GET.replace("/graphql", "/graphql/stream"));
        assertThat(all.getLast().readHead()).startsWith("HTTP/1.1 503").contains("retry-after: 5");
        assertThat(all.getLast().readUntil("}]}")).contains("laurel.limits.connections");
    }
}
