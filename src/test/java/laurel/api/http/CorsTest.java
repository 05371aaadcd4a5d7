package laurel.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import laurel.CannotStartException;
import laurel.api.RawSocket;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Origins that may call the service, with and without keys. */
final class CorsTest {
    private static final String KEY = "a-key-for-this-test";
    private static final String GAME = "https://game.example";
    private static TestServer locked;
    private static TestServer open;
    private static TestServer strict;
    private static TestServer any;

    @BeforeAll
    static void start() {
        locked = server(Map.of("laurel.keys", KEY, "laurel.cors.allowed-origins", GAME + ", http://localhost:3000"));
        open = server(Map.of("laurel.cors.allowed-origins", GAME));
        strict = server(Map.of());
        any = server(Map.of("laurel.keys", KEY, "laurel.cors.allowed-origins", "*"));
    }

    private static TestServer server(Map<String, Object> settings) {
        return new TestServer(TestSchema.SDL, new TestSchema(), settings);
    }

    @AfterAll
    static void stop() {
        locked.close();
        open.close();
        strict.close();
        any.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/graphql", "/graphql/stream", "/graphql?query=x", "/apps/other/graphql"})
    void answersPreflightWithoutKey(String path) throws IOException {
        try (var raw = new RawSocket(locked.uri("/"))) {
            raw.write(preflight(path, GAME));
            assertThat(raw.readHead())
                    .startsWith("HTTP/1.1 204")
                    .contains(
                            "access-control-allow-origin: " + GAME,
                            "access-control-allow-methods: get, post, put, delete",
                            "authorization, content-type",
                            "laurel-app",
                            HttpApi.STREAM_TOKEN_HEADER.toLowerCase(Locale.ROOT),
                            "vary: origin");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://stranger.example", "null", "https://game.example:444", "http://game.example"})
    void rejectsPreflightOfOtherOriginWithNameOfSetting(String origin) throws IOException {
        for (TestServer server : new TestServer[] {locked, open, strict}) {
            try (var raw = new RawSocket(server.uri("/"))) {
                raw.write(preflight("/graphql", origin));
                assertThat(raw.readHead()).startsWith("HTTP/1.1 403").doesNotContain("access-control-allow");
                assertThat(raw.readUntil("}]}")).contains("FORBIDDEN", "laurel.cors.allowed-origins");
            }
        }
    }

    @Test
    void letsAllowedPageReadResponse() throws IOException {
        assertThat(hello(locked, GAME, "Authorization: Bearer " + KEY))
                .startsWith("HTTP/1.1 200")
                .contains(allowed(GAME));
        assertThat(hello(locked, GAME, "X: y")).startsWith("HTTP/1.1 401").contains(allowed(GAME));
        assertThat(hello(any, "https://any.example", "Authorization: Bearer " + KEY))
                .startsWith("HTTP/1.1 200")
                .contains(allowed("https://any.example"));
        assertThat(hello(open, GAME, "X: y")).startsWith("HTTP/1.1 200").contains(allowed(GAME));
    }

    @Test
    void ignoresOriginWithKey() throws IOException {
        assertThat(hello(locked, "https://ranks.example", "Authorization: Bearer " + KEY))
                .startsWith("HTTP/1.1 200")
                .doesNotContain("access-control-allow-origin");
    }

    /** Otherwise a cache sends a response without the header to a page of an allowed origin. */
    @Test
    void variesByOriginForEveryOrigin() throws IOException {
        assertThat(open.query("{ hello }").header("Vary")).isEqualTo("Accept, Origin");
        assertThat(strict.query("{ hello }").header("Vary")).isEqualTo("Accept");
        assertThat(hello(locked, "https://ranks.example", "Authorization: Bearer " + KEY))
                .contains("vary: accept, origin");
        assertThat(hello(locked, GAME, "X: y")).startsWith("HTTP/1.1 401").contains("vary: accept, origin");
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost, 200",
        "http://LOCALHOST, 200",
        "http://localhost:3000, 403",
        "https://ranks.example, 403"
    })
    void acceptsOnlyOwnOriginWithoutKeys(String origin, int status) throws IOException {
        try (var raw = new RawSocket(strict.uri("/"))) {
            raw.write("GET /graphql?query=%7Bhello%7D HTTP/1.1\r\nHost: localhost\r\nOrigin: " + origin + "\r\n\r\n");
            assertThat(raw.readHead()).startsWith("HTTP/1.1 " + status);
            assertThat(raw.readUntil(status == 200 ? "}}" : "}]}"))
                    .contains(status == 200 ? "Hello" : "laurel.cors.allowed-origins");
        }
    }

    @Test
    void acceptsSocketOfAllowedPage() throws IOException {
        RawSocket.upgraded(open.uri("/graphql"), "Origin: " + GAME).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://game.example/", "game.example", "https://*.example", "https://game.example#x"})
    void failsStartForWhatNoBrowserSends(String origin) {
        assertThatThrownBy(() -> server(Map.of("laurel.cors.allowed-origins", GAME + "," + origin)))
                .rootCause()
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("laurel.cors.allowed-origins contains \"" + origin + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:3000",
                "http://[::1]:3000",
                "capacitor://localhost",
                "file://",
                "HTTPS://GAME.EXAMPLE"
            })
    void acceptsOriginsOfAddressesAndApplications(String origin) throws IOException {
        try (var allowing = server(Map.of("laurel.cors.allowed-origins", origin))) {
            assertThat(hello(allowing, origin, "X: y")).startsWith("HTTP/1.1 200");
        }
    }

    private static String allowed(String origin) {
        return "access-control-allow-origin: " + origin;
    }

    private static String hello(TestServer server, String origin, String header) throws IOException {
        try (var raw = new RawSocket(server.uri("/"))) {
            raw.write("GET /graphql?query=%7Bhello%7D HTTP/1.1\r\nHost: localhost\r\nOrigin: " + origin + "\r\n"
                    + header + "\r\n\r\n");
            return raw.readHead();
        }
    }

    private static String preflight(String path, String origin) {
        return "OPTIONS " + path + " HTTP/1.1\r\nHost: localhost\r\nOrigin: " + origin
                + "\r\nAccess-Control-Request-Method: POST\r\n"
                + "Access-Control-Request-Headers: authorization, content-type\r\n\r\n";
    }
}
