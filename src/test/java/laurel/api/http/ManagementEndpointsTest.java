package laurel.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.util.Map;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Management endpoints without a key. */
final class ManagementEndpointsTest {
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(TestSchema.SDL, new TestSchema(), Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health", "/health/liveness", "/health/readiness"})
    void returnsOnlyStatusOfHealth(String path) {
        Answer answer = get(path);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{\"status\":\"UP\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/env",
                "/beans",
                "/info",
                "/loggers",
                "/routes",
                "/threaddump",
                "/refresh",
                "/stop",
                "/caches",
                "/metrics"
            })
    void hidesOtherManagementEndpoints(String path) {
        assertThat(get(path).status()).isEqualTo(404);
    }

    private static Answer get(String path) {
        return server.send(HttpRequest.newBuilder(server.uri(path)));
    }
}
