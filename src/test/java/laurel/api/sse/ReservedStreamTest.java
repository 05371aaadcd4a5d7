package laurel.api.sse;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import laurel.api.access.CallerResolver;
import laurel.api.http.HttpApi;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Event streams that several operations share: access and limits. */
final class ReservedStreamTest {
    private static final String KEY = "key-of-this-test-0123456789";
    private static final String BOUND = "key-of-one-app-0123456789";
    private static final String SUBSCRIPTION = "subscription { message { text } }";
    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = new LiveServer(Map.of("laurel.keys", KEY + ",default:" + BOUND));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void assertNoConnectionsLeft() {
        server.checkAfter(Duration.ofSeconds(11));
        server.assertIdle();
    }

    private static HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve(path));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return request;
    }

    private static HttpRequest.Builder as(String key, String path, String token) {
        return request(path, "Authorization", "Bearer " + key, HttpApi.STREAM_TOKEN_HEADER, token);
    }

    private static String reserve(String path) {
        Answer answer =
                server.send(request(path, "Authorization", "Bearer " + KEY).PUT(BodyPublishers.noBody()));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Content-Type")).startsWith("text/plain");
        return answer.text();
    }

    private static Answer run(String key, String token, String id, String query) {
        String body = "{\"query\": \"" + query + "\", \"extensions\": {\"operationId\": \"" + id + "\"}}";
        return server.send(as(key, "/graphql/stream", token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private static RawSocket open(String path, String token) throws IOException {
        var raw = new RawSocket(server.uri());
        raw.write("GET " + path + "?token=" + token + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                + "Authorization: Bearer " + KEY + "\r\n\r\n");
        return raw;
    }

    private static double dropped() {
        return server.bean(MeterRegistry.class)
                .get("laurel.live.dropped")
                .functionCounter()
                .count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/graphql", "/graphql/stream"})
    void sendsResultsOfAllOperations(String path) throws IOException {
        String token = reserve(path);
        assertThat(run(KEY, token, "before", "{ hello }").status()).isEqualTo(202);
        try (RawSocket raw = open(path, token)) {
            assertThat(raw.readHead()).startsWith("HTTP/1.1 200").contains("content-type: text/event-stream");
            assertThat(raw.readUntil("data: {\"id\":\"before\"}\n\n"))
                    .contains("event: next\ndata: {\"id\":\"before\",\"payload\":{\"data\":{\"hello\":\"Hello\"},"
                            + "\"extensions\":{\"cost\":{\"requested\":1}}}}\n\n");
            assertThat(run(KEY, token, "1", SUBSCRIPTION).status()).isEqualTo(202);
            assertThat(run(KEY, token, "2", SUBSCRIPTION).status()).isEqualTo(202);
            server.schema.publish("news");
            assertThat(raw.readUntil("news") + raw.readUntil("news")).contains("\"id\":\"1\"", "\"id\":\"2\"");
            HttpRequest.Builder stop = as(KEY, path + "?operationId=1", token);
            assertThat(server.send(stop.DELETE()).status()).isEqualTo(200);
            assertThat(server.schema.activeListeners()).isEqualTo(1);
        }
    }

    @Test
    void rejectsOtherCallersAndTokens() {
        String token = reserve("/graphql/stream");
        assertThat(run(BOUND, token, "1", "{ hello }").status()).isEqualTo(404);
        Answer other = server.send(as(KEY, "/graphql/stream?operationId=1", token)
                .header(CallerResolver.HEADER, TestServer.OTHER_APP)
                .DELETE());
        assertThat(other.status()).isEqualTo(404);
        assertThat(run(KEY, token + "0", "1", "{ hello }").status()).isEqualTo(404);
        assertThat(server.send(request("/graphql/stream").PUT(BodyPublishers.noBody()))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void rejectsSecondOpening() throws IOException {
        String token = reserve("/graphql/stream");
        try (RawSocket raw = open("/graphql/stream", token)) {
            assertThat(raw.readHead()).startsWith("HTTP/1.1 200");
            try (RawSocket again = open("/graphql/stream", token)) {
                assertThat(again.readHead()).startsWith("HTTP/1.1 409");
            }
        }
    }

    @Test
    void sendsReasonForEachOperationToClientThatReadsTooLate() throws IOException {
        String token = reserve("/graphql/stream");
        try (RawSocket raw = open("/graphql/stream", token)) {
            raw.readUntil(":\n\n");
            assertThat(run(KEY, token, "1", SUBSCRIPTION).status()).isEqualTo(202);
            assertThat(run(KEY, token, "2", SUBSCRIPTION).status()).isEqualTo(202);
            double before = dropped();
            server.schema.publish("x".repeat(15_000_000));
            raw.readUntil("xxx");
            server.checkAfter(Duration.ofSeconds(31));
            Until.holds(() -> server.schema.activeListeners() == 0);
            assertThat(dropped()).isEqualTo(before + 1);
            String rest = raw.readUntil("\r\n0\r\n\r\n");
            assertThat(rest.substring(rest.lastIndexOf("xxx")))
                    .contains("data: {\"id\":\"1\"}\n\n", "data: {\"id\":\"2\"}\n\n")
                    .containsPattern("\"id\":\"1\",\"payload\":.*SLOW_CONSUMER")
                    .containsPattern("\"id\":\"2\",\"payload\":.*SLOW_CONSUMER");
        }
    }

    @Test
    void sendsErrorsOfExecutedOperationOnStream() throws IOException {
        String token = reserve("/graphql/stream");
        try (RawSocket raw = open("/graphql/stream", token)) {
            assertThat(run(KEY, token, "1", "subscription { refused { text } }").status())
                    .isEqualTo(202);
            assertThat(raw.readUntil("data: {\"id\":\"1\"}\n\n"))
                    .contains("\"id\":\"1\",\"payload\":{\"errors\"", "INTERNAL");
            assertThat(run(KEY, token, "1", "{ hello }").status()).isEqualTo(202);
            raw.readUntil("Hello");
        }
    }

    @Test
    void rejectsHeadRequest() {
        String token = reserve("/graphql");
        HttpRequest.Builder head = as(
                        KEY,
                        "/graphql?query=subscription%7Bmessage%7Btext%7D%7D&extensions="
                                + "%7B%22operationId%22%3A%221%22%7D",
                        token)
                .header("Accept", "application/json, text/event-stream")
                .method("HEAD", BodyPublishers.noBody());
        assertThat(server.send(head).status()).isEqualTo(400);
        assertThat(server.schema.activeListeners()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "'', {hello}, 400, BAD_REQUEST",
        "1, {nothing}, 400, GRAPHQL_VALIDATION_FAILED",
        "1, {hello, 400, GRAPHQL_PARSE_FAILED"
    })
    void returnsErrorOfInvalidOperation(String id, String query, int status, String code) {
        Answer answer = run(KEY, reserve("/graphql/stream"), id, query);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void rejectsOperationsOverLimit() {
        String token = reserve("/graphql/stream");
        for (int i = 0; i < LiveServer.SUBSCRIPTIONS; i++) {
            assertThat(run(KEY, token, "id " + i, SUBSCRIPTION).status()).isEqualTo(202);
        }
        assertThat(run(KEY, token, "id 0", SUBSCRIPTION).status()).isEqualTo(409);
        assertThat(run(KEY, token, "more", SUBSCRIPTION).code()).isEqualTo("LIMIT_EXCEEDED");
    }

    @Test
    void countsReservedStreamsAsConnections() {
        for (int i = 0; i < LiveServer.CONNECTIONS; i++) {
            reserve("/graphql/stream");
        }
        HttpRequest.Builder one = request("/graphql/stream", "Authorization", "Bearer " + KEY);
        assertThat(server.send(one.PUT(BodyPublishers.noBody())).status()).isEqualTo(503);
        server.checkAfter(Duration.ofSeconds(11));
        Until.holds(() -> server.gauge("laurel.live.connections") == 0);
        reserve("/graphql/stream");
    }
}
