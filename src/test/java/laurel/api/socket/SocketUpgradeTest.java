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

/** How a request becomes a WebSocket, and which do not. */
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
    void leavesNothingBehind() {
        open.assertQuiet();
        locked.assertQuiet();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {PROTOCOL, "Sec-WebSocket-Protocol: graphql-ws, graphql-transport-ws", PROTOCOL + "\r\nX: y"})
    void speaksTheProtocol(String headers) throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(RawSocket.upgrade(headers, "Sec-WebSocket-Extensions: permessage-deflate"));
            assertThat(raw.head())
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
    void speaksNoOther(String headers) throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(RawSocket.upgrade(headers));
            assertThat(raw.head()).startsWith("HTTP/1.1 101").doesNotContain("sec-websocket-protocol");
            assertThat(raw.closed()).startsWith("4406 ");
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
    void isRefusedOtherwise(String usual, String instead, int status) throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(RawSocket.upgrade(PROTOCOL, "X: y").replace(usual, instead) + "hello");
            assertThat(raw.head())
                    .startsWith("HTTP/1.1 " + status)
                    .contains("connection: close", "content-type: application/json");
            assertThat(raw.until("}]}")).startsWith("{\"errors\":[{\"message\":");
            raw.assertEnded();
        }
    }

    @Test
    void admitsPagesOfItsOwn() throws IOException {
        RawSocket.upgraded(open.uri(), "Origin: http://LOCALHOST").close();
    }

    @Test
    void admitsAnyPageThatHasAKey() throws IOException {
        assertThat(answered(locked, "{\"Authorization\": \"Bearer " + KEY + "\"}", "Origin: https://stranger.example"))
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
    void takesAKeyFromTheHeaderOrTheFirstMessage(String header, String payload, String expected) throws IOException {
        String init = payload.isEmpty() ? "{}" : "{\"authorization\": \"" + payload + "\"}";
        String[] headers = header.isEmpty() ? new String[0] : new String[] {"Authorization: " + header};
        assertThat(answered(locked, init, headers)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "'', '\"other\"', acknowledged",
        "other, '', acknowledged",
        "other, '\"other\"', acknowledged",
        "other, '\"default\"', 4400",
        "'', '\"nobody\"', 4400",
        "nobody, '', 4400",
        "'', 1, 4400"
    })
    void takesAnAppFromThereToo(String header, String payload, String expected) throws IOException {
        String init = payload.isEmpty() ? "{}" : "{\"Laurel-App\": " + payload + "}";
        String[] headers = header.isEmpty() ? new String[0] : new String[] {"Laurel-App: " + header};
        assertThat(answered(open, init, headers)).isEqualTo(expected);
    }

    private static String answered(LiveServer server, String payload, String... headers) throws IOException {
        try (RawSocket raw = RawSocket.upgraded(server.uri(), headers)) {
            raw.say("{\"type\": \"connection_init\", \"payload\": " + payload + "}");
            RawSocket.Frame frame = raw.frame();
            return frame.opcode() == RawSocket.CLOSE ? frame.payload().substring(0, 4) : "acknowledged";
        }
    }

    @Test
    void ordinaryRequestsComeBeforeItOnTheSameConnection() throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            for (int i = 0; i < 3; i++) {
                raw.write(GET);
                assertAnswered(raw);
            }
            assertUpgraded(raw, RawSocket.upgrade(PROTOCOL));
        }
    }

    @Test
    void waitsForTheAnswersOfThoseBefore() throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(GET.replace("hello", "slow") + GET + RawSocket.upgrade(PROTOCOL));
            assertAnswered(raw);
            assertAnswered(raw);
            assertUpgraded(raw, "");
        }
    }

    private static void assertAnswered(RawSocket raw) throws IOException {
        String head = raw.head();
        assertThat(head).startsWith("HTTP/1.1 200");
        int length = Integer.parseInt(head.replaceAll("(?s).*content-length: (\\d+).*", "$1"));
        assertThat(raw.characters(length)).contains("Hello");
    }

    private static void assertUpgraded(RawSocket raw, String request) throws IOException {
        raw.write(request);
        assertThat(raw.head()).startsWith("HTTP/1.1 101");
        raw.say(InMemorySocket.INIT);
        assertThat(raw.text()).isEqualTo(InMemorySocket.ACK);
        raw.say(InMemorySocket.subscription("1", "{ hello }"));
        assertThat(raw.text()).contains("Hello");
    }

    @Test
    void otherUpgradesAreNotItsBusiness() throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(GET.replace("\r\n\r\n", "\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"));
            assertAnswered(raw);
        }
        try (var raw = new RawSocket(open.uri())) {
            raw.write(RawSocket.upgrade(PROTOCOL).replace("/graphql", "/graphql/stream"));
            assertThat(raw.head()).startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void admitsSoMany() throws IOException {
        List<RawSocket> all = new ArrayList<>();
        try {
            for (int i = 0; i < LiveServer.CONNECTIONS; i++) {
                all.add(RawSocket.acknowledged(open.uri()));
            }
            all.add(RawSocket.upgraded(open.uri()));
            assertThat(all.getLast().closed()).startsWith("1013 ").contains("laurel.limits.connections");
            assertThat(open.gauge("laurel.live.connections")).isEqualTo(LiveServer.CONNECTIONS);
            assertStreamRefused(all);
        } finally {
            for (RawSocket raw : all) {
                raw.close();
            }
        }
        open.assertQuiet();
        RawSocket.acknowledged(open.uri()).close();
    }

    private static void assertStreamRefused(List<RawSocket> all) throws IOException {
        all.add(new RawSocket(open.uri()));
        all.getLast().write(GET.replace("/graphql", "/graphql/stream"));
        assertThat(all.getLast().head()).startsWith("HTTP/1.1 503").contains("retry-after: 5");
        assertThat(all.getLast().until("}]}")).contains("laurel.limits.connections");
    }
}
