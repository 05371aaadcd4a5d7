package laurel.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import laurel.api.InMemorySocket;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import laurel.api.access.CallerResolver;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths with an app, over each transport. */
final class AppEndpointTest {
    private static final String BOUND = "key-of-the-other-app-0123";
    private static final String SUBSCRIPTION =
            "subscription{message{text%20app}}".replace("{", "%7B").replace("}", "%7D");
    private static LiveServer open;
    private static LiveServer locked;

    @BeforeAll
    static void start() {
        open = new LiveServer(Map.of());
        locked = new LiveServer(Map.of("laurel.keys", "key-of-the-operator-0123,other:" + BOUND));
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
    @CsvSource(nullValues = "none", textBlock = """
            /apps/other/graphql,      none,      200, 1001
            /apps/other/graphql,      other,     200, 1001
            /apps/%6Fther/graphql,    none,      200, 1001
            /apps/default/graphql,    none,      200, 1
            /apps/default/graphql,    ' default', 200, 1
            /apps/default/graphql,    other,     400, BAD_REQUEST
            /apps/other/graphql,      default,   400, BAD_REQUEST
            /apps/other/graphql,      nope,      400, BAD_REQUEST
            /apps/nope/graphql,       none,      400, APP_NOT_FOUND
            /apps/nope/graphql,       nope,      400, APP_NOT_FOUND
            /apps/OTHER/graphql,      none,      400, APP_NOT_FOUND
            /apps/%20/graphql,        none,      400, APP_NOT_FOUND
            /apps/other/graphiql,     none,      404, PATH_NOT_FOUND
            /apps/a/other/graphql,    none,      404, PATH_NOT_FOUND
            """)
    void resolvesAppFromPath(String path, String header, int status, String expected) {
        for (Supplier<HttpRequest.Builder> request : both(path)) {
            Answer answer =
                    open.send(header == null ? request.get() : request.get().header(CallerResolver.HEADER, header));
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.text()).contains(status == 200 ? "\"app\":" + expected + "}" : "\"" + expected + "\"");
        }
    }

    @Test
    void acceptsOnlyKeysOfApp() {
        for (String path : List.of("/apps/other/graphql", "/apps/other/graphql/stream")) {
            for (Supplier<HttpRequest.Builder> request : both(path)) {
                assertThat(locked.send(to(locked, request)).code()).isEqualTo("UNAUTHENTICATED");
                Answer bound = locked.send(to(locked, request).header("Authorization", "Bearer " + BOUND));
                assertThat(bound.text()).contains("\"app\":1001}");
            }
        }
        for (String path : List.of("/apps/default/graphql", "/apps/nope/graphql/stream")) {
            for (Supplier<HttpRequest.Builder> request : both(path)) {
                Answer bound = locked.send(to(locked, request).header("Authorization", "Bearer " + BOUND));
                assertThat(bound.status()).isEqualTo(403);
                assertThat(bound.code()).isEqualTo("FORBIDDEN");
            }
        }
    }

    /** A document is parsed once, and executed in the app of each request. */
    @Test
    void executesSameDocumentInEachApp() {
        List<String> apps = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            for (String path : List.of("/apps/default/graphql", "/apps/other/graphql", "/graphql")) {
                apps.add(String.valueOf(
                        open.send(request(path + "?query=%7Bapp%7D")).at("data", "app")));
            }
        }
        assertThat(apps).containsExactly("1", "1001", "1", "1", "1001", "1");
    }

    /** An EventSource of a browser cannot send headers. */
    @Test
    void streamsEventsInApp() throws IOException {
        try (RawSocket other = events("/apps/other/graphql/stream?query=" + SUBSCRIPTION);
                RawSocket standard = events("/apps/default/graphql/stream?query=" + SUBSCRIPTION)) {
            for (RawSocket raw : List.of(other, standard)) {
                assertThat(raw.readHead()).startsWith("HTTP/1.1 200").contains("text/event-stream");
                raw.readUntil(":\n\n");
            }
            Until.holds(() -> open.schema.activeListeners() == 2);
            open.schema.publish("news");
            assertThat(other.readUntil("}}}")).contains("{\"text\":\"news\",\"app\":1001}");
            assertThat(standard.readUntil("}}}")).contains("{\"text\":\"news\",\"app\":1}");
        }
        try (RawSocket accepting = events("/apps/other/graphql?query=" + SUBSCRIPTION)) {
            assertThat(accepting.readHead()).startsWith("HTTP/1.1 200").contains("text/event-stream");
            Until.holds(() -> open.schema.activeListeners() == 1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/apps/other/graphql/stream, default, BAD_REQUEST",
        "/apps/nope/graphql/stream, nope, APP_NOT_FOUND",
        "/apps/nope/graphql, nope, APP_NOT_FOUND"
    })
    void rejectsStreamIfPathAndHeaderDiffer(String path, String header, String code) throws IOException {
        try (RawSocket raw = events(path + "?query=" + SUBSCRIPTION, "Laurel-App: " + header)) {
            assertThat(raw.readHead()).startsWith("HTTP/1.1 400");
            assertThat(raw.readUntil("}]}")).contains("\"" + code + "\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/stream"})
    void reservesStreamInApp(String end) throws IOException {
        String path = "/apps/other/graphql" + end;
        Answer reserved = open.send(request(path).PUT(BodyPublishers.noBody()));
        assertThat(reserved.status()).isEqualTo(201);
        String token = "token=" + reserved.text();
        assertThat(open.send(request("/apps/default/graphql" + end + "?" + token))
                        .code())
                .isEqualTo("STREAM_NOT_FOUND");
        try (RawSocket raw = events(path + "?" + token)) {
            assertThat(raw.readHead()).startsWith("HTTP/1.1 200");
            String body = "{\"query\": \"subscription { message { app } }\", \"extensions\": {\"operationId\": \"1\"}}";
            assertThat(open.send(json(path + "?" + token, body)).status()).isEqualTo(202);
            Until.holds(() -> open.schema.activeListeners() == 1);
            open.schema.publish("news");
            assertThat(raw.readUntil("}}}}")).contains("\"app\":1001");
            assertThat(open.send(request(path + "?operationId=1&" + token).DELETE())
                            .status())
                    .isEqualTo(200);
            assertThat(open.schema.activeListeners()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            /apps/other/graphql,   none,                 '{}',                         1001
            /apps/other/graphql,   Laurel-App: other,    '{}',                         1001
            /apps/other/graphql,   none,                 '{"Laurel-App": "other"}',    1001
            /apps/%6Fther/graphql, none,                 '{}',                         1001
            /apps/default/graphql, none,                 '{}',                         1
            /apps/other/graphql,   Laurel-App: default,  '{}',                         4400
            /apps/other/graphql,   none,                 '{"Laurel-App": "default"}',  4400
            /apps/nope/graphql,    none,                 '{}',                         4400
            """)
    void resolvesAppOfSocketFromPath(String path, String header, String payload, String expected) throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(upgrade(path, header == null ? "X: y" : header));
            assertThat(raw.readHead()).startsWith("HTTP/1.1 101");
            raw.sendText("{\"type\": \"connection_init\", \"payload\": " + payload + "}");
            RawSocket.Frame frame = raw.readFrame();
            if (frame.opcode() == RawSocket.CLOSE) {
                assertThat(frame.payload()).startsWith(expected + " ");
            } else {
                raw.sendText(InMemorySocket.subscription("1", "{ app }"));
                assertThat(raw.readText()).contains("\"data\":{\"app\":" + expected + "}");
            }
        }
    }

    @Test
    void closesSocketWithKeyOfOtherApp() throws IOException {
        for (String path : List.of("/apps/other/graphql", "/apps/default/graphql")) {
            try (var raw = new RawSocket(locked.uri())) {
                raw.write(upgrade(path, "Authorization: Bearer " + BOUND));
                assertThat(raw.readHead()).startsWith("HTTP/1.1 101");
                raw.sendText(InMemorySocket.INIT);
                RawSocket.Frame frame = raw.readFrame();
                assertThat(frame.payload()).startsWith(path.contains("other") ? InMemorySocket.ACK : "4403 ");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/apps/other/graphql/stream", "/apps/a/b/graphql", "/apps//graphql"})
    void rejectsUpgradeAtOtherPaths(String path) throws IOException {
        try (var raw = new RawSocket(open.uri())) {
            raw.write(upgrade(path, "X: y"));
            assertThat(raw.readHead()).startsWith("HTTP/1.1 404");
        }
    }

    private static List<Supplier<HttpRequest.Builder>> both(String path) {
        return List.of(
                () -> request(path + "?query=%7Bapp%7D"), () -> json(path, TestServer.request("{ app }", Map.of())));
    }

    /** The same request to another server. */
    private static HttpRequest.Builder to(LiveServer server, Supplier<HttpRequest.Builder> request) {
        HttpRequest.Builder made = request.get();
        String uri = made.build().uri().toString();
        return made.uri(server.uri()
                .resolve(uri.substring(open.uri().resolve("/").toString().length() - 1)));
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(open.uri().resolve(path));
    }

    private static HttpRequest.Builder json(String path, String body) {
        return request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    }

    private static RawSocket events(String path, String... headers) throws IOException {
        var raw = new RawSocket(open.uri());
        raw.write("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                + String.join(
                        "",
                        List.of(headers).stream().map(header -> header + "\r\n").toList()) + "\r\n");
        return raw;
    }

    private static String upgrade(String path, String header) {
        return RawSocket.upgrade("Sec-WebSocket-Protocol: graphql-transport-ws", header)
                .replace("GET /graphql ", "GET " + path + " ");
    }
}
