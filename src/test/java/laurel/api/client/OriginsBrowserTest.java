package laurel.api.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.request.StrictJson;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pages of other origins in a browser: what one of an allowed origin can read, and one of another origin cannot. */
final class OriginsBrowserTest {
    private static final String PREPARATION = """
            mutation {
              updateApp(input: {appKey: "default", anonymousReading: true}) { errors { message } }
              createLeaderboard(input: {key: "quiz"}) { errors { message } }
              submitScore(input: {leaderboardKey: "quiz", participant: {externalId: "ada"}, score: "81"}) {
                errors { message }
              }
              createPlayerToken(input: {participant: {externalId: "ada"}}) { token }
            }
            """;

    private static final Map<?, ?> ADA = Map.of("viewer", Map.of("externalId", "ada"));
    private static final Map<?, ?> RANKING = Map.of(
            "leaderboard", Map.of("ranking", Map.of("standings", Map.of("nodes", List.of(Map.of("score", "81"))))));
    private static final Map<?, ?> EVENT =
            Map.of("topStandingsChanged", Map.of("standings", List.of(Map.of("score", "81"))));

    /** What browsers report if a page may not read a response. */
    private static final String FAILED = "refused: Failed to fetch";

    private static Map<?, ?> seen;

    @BeforeAll
    static void visitPages() throws IOException {
        String browser = Chromium.path();
        HttpServer allowed = page();
        HttpServer other = page();
        Map<String, Object> settings = Map.of("laurel.cors.allowed-origins", origin(allowed));
        try (LaurelServer laurel = LaurelServer.start(Clock.systemUTC(), settings)) {
            String token = laurel.client().ask(PREPARATION).text("data", "createPlayerToken", "token");
            String printed = NodeScript.run(
                    "origins.mjs", browser, laurel.address().toString(), origin(allowed), origin(other), token);
            seen = requireNonNull((Map<?, ?>) StrictJson.read(printed.getBytes(UTF_8), "The print"));
        } finally {
            allowed.stop(0);
            other.stop(0);
        }
    }

    /** An empty page. Each port is an origin of its own. */
    private static HttpServer page() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, 0);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String origin(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void answersPageOfAllowedOrigin() {
        assertThat(seen.get("allowed"))
                .isEqualTo(Map.of(
                        "player", ADA,
                        "anonymous", RANKING,
                        "withoutPreflight", RANKING,
                        "withCookies", FAILED,
                        "playerStream", EVENT,
                        "anonymousStream", EVENT,
                        "playerSocket", EVENT,
                        "anonymousSocket", EVENT));
    }

    /** Any program that has a token can use it; CORS does not apply to WebSockets. */
    @Test
    void hidesResponsesFromPageOfOtherOrigin() {
        assertThat(seen.get("other"))
                .isEqualTo(Map.of(
                        "player", FAILED,
                        "anonymous", FAILED,
                        "withoutPreflight", FAILED,
                        "withCookies", FAILED,
                        "playerStream", FAILED,
                        "anonymousStream", FAILED,
                        "playerSocket", EVENT,
                        "anonymousSocket", "refused: 4403"));
    }

    @Test
    void setsNoCookies() {
        assertThat(seen.get("cookies")).isEqualTo(List.of());
    }
}
