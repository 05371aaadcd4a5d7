package laurel.api.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import laurel.api.BulkSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import laurel.database.Until;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of one request: memory, errors, time, and permits that it shares with others. */
final class ResponseBudgetTest {
    private final BulkSchema schema = new BulkSchema();

    private TestServer server(Map<String, Object> settings) {
        return new TestServer(BulkSchema.SDL, schema, settings);
    }

    @Test
    void stopsResponseAtSizeLimit() {
        try (var server = server(Map.of("laurel.limits.response-size", 100_000))) {
            Answer answer = server.query("{ items(count: 10000) { text(size: 1000) } }");
            assertThat(answer.code()).isEqualTo("LIMIT_EXCEEDED");
            assertThat(answer.message()).asString().contains("100000 bytes", "laurel.limits.response-size");
            assertThat(answer.text()).doesNotContain("\"data\"");
            assertThat(schema.made.get()).isLessThan(110);
            assertThat(server.query("{ items(count: 90) { text(size: 1000) } }").status())
                    .isEqualTo(200);
        }
    }

    /** Each response is tried with its own size, and fits only if that is charged in full. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ items(count: 300) { __typename } }",
                "{ items(count: 300) { text(size: 0) } }",
                "{ items(count: 300) { number } }",
                "{ items(count: 300) { absent } }",
                "{ escaped(size: 5000) }"
            })
    void chargesBytesOfJson(String query) {
        int size;
        try (var server = server(Map.of())) {
            size = server.query(query).http().body().length;
        }
        try (var server = server(Map.of("laurel.limits.response-size", size - 1))) {
            assertThat(server.query(query).code()).as("%s bytes", size).isEqualTo("LIMIT_EXCEEDED");
        }
        try (var server = server(Map.of("laurel.limits.response-size", size + size / 10 + 200))) {
            assertThat(server.query(query).status()).isEqualTo(200);
        }
    }

    @Test
    void sendsLargeResponseInChunks() {
        try (var server =
                server(Map.of("laurel.limits.response-size", 1_000_000, "laurel.limits.large-responses", 1))) {
            for (int i = 0; i < 3; i++) {
                Answer answer = server.query("{ items(count: 500) { text(size: 1000) } }");
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.header("transfer-encoding")).isEqualTo("chunked");
                assertThat(answer.at("data", "items", 499, "text")).isEqualTo("x".repeat(1_000));
            }
            assertThat(server.query("{ hello }").header("transfer-encoding")).isEmpty();
        }
    }

    @Test
    void delaysOnlyLargeResponses() throws Exception {
        try (var server = server(Map.of("laurel.limits.response-size", 1_000_000, "laurel.limits.large-responses", 1));
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var held = CompletableFuture.supplyAsync(
                    () -> server.query("{ items(count: 200) { text(size: 1000) } b: items(count: 1) { hold } }"),
                    clients);
            schema.holding.acquire();
            var waits = CompletableFuture.supplyAsync(
                    () -> server.query("{ items(count: 200) { text(size: 1000) } }"), clients);
            Until.holds(() -> server.beans().getBean(LargeResponseLimiter.class).waiting() == 1);
            assertThat(server.query("{ items(count: 20) { text } }").status()).isEqualTo(200);
            assertThat(waits).isNotDone();
            schema.released.countDown();
            assertThat(held.get().status()).isEqualTo(200);
            assertThat(waits.get().status()).isEqualTo(200);
        }
    }

    @Test
    void returnsTimeoutAfterWaitingForPermit() throws Exception {
        Map<String, Object> settings = Map.of(
                "laurel.limits.response-size",
                1_000_000,
                "laurel.limits.large-responses",
                1,
                "laurel.limits.request-time",
                "500ms");
        try (var server = server(settings)) {
            LargeResponseLimiter limiter = server.beans().getBean(LargeResponseLimiter.class);
            limiter.acquire(7);
            assertThat(server.query("{ items(count: 200) { text(size: 1000) } }")
                            .code())
                    .isEqualTo("TIMEOUT");
            Until.holds(() -> limiter.waiting() == 0);
            limiter.release(7);
            assertThat(server.query("{ items(count: 200) { text(size: 1000) } }")
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"failing", "failingToo", "nothing"})
    void returnsOnlyFirstErrors(String field) {
        try (var server = server(Map.of("laurel.limits.request-time", "60s"))) {
            Answer answer = server.query("{ items(count: 20000) { " + field + " } }");
            assertThat((List<?>) answer.at("errors")).hasSize(100);
            assertThat(answer.at("errors", 99, "path")).asString().contains("items");
        }
    }

    @Test
    void countsErrorsAsPartOfResponse() {
        try (var server = server(Map.of("laurel.limits.response-size", 2_000))) {
            assertThat(server.query("{ items(count: 90) { failing } }").message())
                    .asString()
                    .contains("laurel.limits.response-size");
        }
    }

    @Test
    void returnsOneErrorForTooManyValues() {
        try (var server = server(Map.of("laurel.limits.response-values", 1_000))) {
            Answer answer = server.query("{ items(count: 900) { text nothing } }");
            assertThat((List<?>) answer.at("errors")).hasSize(1);
            assertThat(answer.message()).asString().contains("laurel.limits.response-values");
        }
    }

    @Test
    void respondsAtDeadlineIfFetcherIgnoresInterrupt() {
        try (var server = server(Map.of("laurel.limits.request-time", "150ms"))) {
            assertThat(server.query("{ stubborn }").code()).isEqualTo("TIMEOUT");
            assertThat(schema.released.getCount()).isEqualTo(1);
            schema.released.countDown();
        }
    }

    @Test
    void releasesPermitAfterDeadline() {
        Map<String, Object> settings = Map.of(
                "laurel.limits.response-size",
                1_000_000,
                "laurel.limits.large-responses",
                1,
                "laurel.limits.request-time",
                "5s");
        try (var server = server(settings)) {
            assertThat(server.query("{ items(count: 200) { text(size: 1000) } lost }")
                            .code())
                    .isEqualTo("TIMEOUT");
            assertThat(server.query("{ items(count: 200) { text(size: 1000) } }")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void releasesPermitWhenClientDisconnects() throws Exception {
        Map<String, Object> settings =
                Map.of("laurel.limits.response-size", 32_000_000, "laurel.limits.large-responses", 1);
        try (var server = server(settings)) {
            String body = TestServer.request("{ items(count: 2500) { text(size: 10000) } }", Map.of());
            try (var socket =
                    new Socket(InetAddress.getLoopbackAddress(), server.uri("/").getPort())) {
                socket.getOutputStream()
                        .write(("POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                        + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                                .getBytes(UTF_8));
                assertThat(socket.getInputStream().readNBytes(10_000)).hasSize(10_000);
            }
            assertThat(server.query("{ items(count: 500) { text(size: 10000) } }")
                            .status())
                    .isEqualTo(200);
        }
    }
}
