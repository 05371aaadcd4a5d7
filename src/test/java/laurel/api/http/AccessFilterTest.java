package laurel.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import laurel.CannotStartException;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AccessFilterTest {
    private static final String KEY = "a-key-for-this-test";
    private static TestServer locked;
    private static TestServer open;

    @BeforeAll
    static void start() {
        locked =
                new TestServer(TestSchema.SDL, new TestSchema(), Map.of("laurel.keys", "another-key-of-length," + KEY));
        open = new TestServer(TestSchema.SDL, new TestSchema(), Map.of());
    }

    @AfterAll
    static void stop() {
        locked.close();
        open.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer " + KEY, "bearer  " + KEY, "Bearer another-key-of-length"})
    void acceptsValidKey(String authorization) {
        Answer answer = locked.send(hello("/graphql").header("Authorization", authorization));
        assertThat(answer.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Bearer", "Bearer ", "Bearer wrong-key-wrong-key", "Basic " + KEY, KEY, "Bearer " + KEY + "x"
            })
    void rejectsMissingOrWrongKey(String authorization) {
        Answer answer = locked.send(hello("/graphql").header("Authorization", authorization));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("www-authenticate")).startsWith("Bearer");
        assertThat(answer.header("content-type")).startsWith("application/json");
        assertThat(answer.code()).isEqualTo("UNAUTHENTICATED");
        assertThat(answer.text()).doesNotContain(KEY, "wrong-key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/graphql",
                "/graphql/",
                "//graphql",
                "/graphql/more",
                "/graphiql/../graphql",
                "/GraphQL",
                "/%67raphql",
                "/beans"
            })
    void rejectsPathVariantsWithoutKey(String path) {
        assertThat(locked.send(hello(path)).status()).isIn(400, 401, 404);
        assertThat(locked.send(hello(path)).text()).doesNotContain("Hello");
    }

    @Test
    void rejectsRepeatedAuthorizationHeader() {
        Answer answer = locked.send(
                hello("/graphql").header("Authorization", "Bearer " + KEY).header("Authorization", "Bearer nothing"));
        assertThat(answer.status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/graphiql", "/graphiql/page.js", "/graphiql/operations.json", "/health", "/health/liveness"})
    void requiresNoKeyForPublicPaths(String path) {
        assertThat(locked.send(HttpRequest.newBuilder(locked.uri(path))).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    localhost:8080, 200
                    LOCALHOST, 200
                    127.0.0.1:1, 200
                    [::1]:8080, 200
                    stranger.example, 403
                    localhost.stranger.example:8080, 403
                    127.0.0.1.stranger.example, 403
                    192.0.2.1, 403
                    '', 403
                    """)
    void acceptsOnlyLocalhostWithoutKeys(String host, int status) throws IOException {
        String answer = raw(open, "GET /graphql?query=%7Bhello%7D HTTP/1.1\r\nHost: " + host);
        assertThat(answer).startsWith("HTTP/1.1 " + status);
        if (status == 403) {
            assertThat(answer).contains("\"FORBIDDEN\"").doesNotContain("Hello");
        }
    }

    @Test
    void acceptsHealthCheckForAnyHost() throws IOException {
        assertThat(raw(open, "GET /health HTTP/1.1\r\nHost: 10.0.0.7:8080")).startsWith("HTTP/1.1 200");
    }

    @Test
    void addsSecurityHeaders() {
        for (String path : new String[] {"/graphiql", "/graphql?query=%7Bhello%7D", "/nothing"}) {
            Answer answer = open.send(HttpRequest.newBuilder(open.uri(path)));
            assertThat(answer.header("content-security-policy"))
                    .contains("default-src 'none'", "frame-ancestors 'none'")
                    .doesNotContain("http", "*");
            assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
        }
    }

    @Test
    void failsStartOnPublicAddressWithoutKey() {
        assertThatThrownBy(() ->
                        new TestServer(TestSchema.SDL, new TestSchema(), Map.of("micronaut.server.host", "0.0.0.0")))
                .hasRootCauseInstanceOf(CannotStartException.class);
    }

    private static HttpRequest.Builder hello(String path) {
        return HttpRequest.newBuilder(locked.uri(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"query\": \"{ hello }\"}"));
    }

    private static String raw(TestServer server, String request) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.uri("/").getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write((request + "\r\nConnection: close\r\n\r\n").getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
