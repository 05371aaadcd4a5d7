package laurel.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths that are not of an app: metrics have labels of all apps. */
class PathAccessTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String METRICS = "/prometheus";
    private static final String BOUND = "key-of-an-app-0123456789";

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-13T14:30:00Z")),
                Map.of("laurel.keys", LaurelServer.KEY + ",default:" + BOUND));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"READER", "WRITER", "ADMIN"})
    void returnsMetricsOnlyToKeysOfAllApps(String role) throws Exception {
        assertForbidden(get(METRICS, key(role, false)));
        HttpResponse<String> response = get(METRICS, key(role, true));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("laurel_live_connections");
    }

    @Test
    void distinguishesConfiguredKeysByApp() throws Exception {
        assertForbidden(get(METRICS, BOUND));
        assertThat(get(METRICS, LaurelServer.KEY).statusCode()).isEqualTo(200);
    }

    /** For example endpoints of management that a setting of Micronaut turns on. */
    @Test
    void forbidsOtherPathsToKeysOfOneApp() throws Exception {
        assertForbidden(get("/loggers", key("ADMIN", false)));
        assertThat(get("/loggers", LaurelServer.KEY).statusCode()).isEqualTo(404);
    }

    private static void assertForbidden(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.body())
                .contains("\"FORBIDDEN\"", "not bound to an app")
                .doesNotContain("laurel_");
    }

    private static HttpResponse<String> get(String path, String key) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(server.address().resolve(path))
                        .header("Authorization", "Bearer " + key)
                        .build(),
                BodyHandlers.ofString());
    }

    private static String key(String role, boolean allApps) {
        return server.client()
                .ask(
                        "mutation ($role: Role!, $all: Boolean!) { createApiKey(input: {name: \"scraper\", role: $role,"
                                + " allApps: $all}) { key } }",
                        Map.of("role", role, "all", allApps))
                .text("data", "createApiKey", "key");
    }
}
