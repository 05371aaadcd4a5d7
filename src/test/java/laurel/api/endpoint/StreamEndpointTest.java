package laurel.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.api.TestServer;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of server-sent events, byte by byte. */
final class StreamEndpointTest {
    private static final String SUBSCRIPTION = "subscription{message{text}}";
    private static final String COMMENT = ":\n\n";
    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = new LiveServer(Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void assertNoConnectionsLeft() {
        server.assertIdle();
    }

    @Test
    void sendsHeadersBeforeFirstEvent() throws IOException {
        try (RawSocket raw = get(SUBSCRIPTION)) {
            assertThat(raw.readHead())
                    .startsWith("HTTP/1.1 200")
                    .contains("content-type: text/event-stream", "cache-control: no-store");
            raw.readUntil(COMMENT);
            Until.holds(() -> server.schema.activeListeners() == 1);
            server.schema.publish("news");
            server.schema.publish("more");
            assertThat(raw.readUntil("event: next\n")).doesNotContain("data");
            assertThat(raw.readUntil("\n\n")).isEqualTo("data: {\"data\":{\"message\":{\"text\":\"news\"}}}\n\n");
            assertThat(raw.readUntil("\n\n"))
                    .contains("event: next\ndata: {\"data\":{\"message\":{\"text\":\"more\"}}}");
            server.schema.listeners().forEach(listener -> listener.complete());
            assertThat(raw.readUntil("\n\n")).contains("event: complete\ndata:");
            raw.readUntil("0\r\n\r\n");
            assertThat(server.schema.activeListeners()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"{hello}, Hello", "mutation{increment}, increment"})
    void sendsOneResultForQueriesAndMutations(String query, String expected) throws IOException {
        try (RawSocket raw = post(query)) {
            assertThat(raw.readHead()).startsWith("HTTP/1.1 200");
            assertThat(raw.readUntil("event: complete\ndata:\n\n")).contains("event: next\ndata: {\"data\"", expected);
        }
    }

    @Test
    void rejectsMutationByGet() throws IOException {
        int before = server.schema.increments.get();
        assertError(get("mutation{increment}"), 405, "BAD_REQUEST");
        assertThat(server.schema.increments).hasValue(before);
    }

    @ParameterizedTest
    @CsvSource({
        "{hello, 400, GRAPHQL_PARSE_FAILED",
        "{nothing}, 400, GRAPHQL_VALIDATION_FAILED",
        "subscription{refused{text}}, 200, INTERNAL"
    })
    void returnsErrorOfInvalidOperation(String query, int status, String code) throws IOException {
        assertError(get(query), status, code);
        assertError(post(query), status, code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "subscription { message @skip(if: true) { text } }",
                "subscription { message @include(if: false) { text } }",
                "subscription { message @include(if: true) { text } }",
                "subscription ($no: Boolean = false) { message @include(if: $no) { text } }",
                "subscription { ... on Subscription @skip(if: true) { message { text } } }",
                "subscription { ...F } fragment F on Subscription { ... @include(if: false) { message { text } } }",
            })
    void rejectsSkipAndIncludeOnRootField(String query) throws IOException {
        assertError(post(query), 400, "GRAPHQL_VALIDATION_FAILED");
    }

    /** Also if the null propagates to a non-null field. */
    @ParameterizedTest
    @ValueSource(strings = {"message", "requiredMessage"})
    void returnsErrorOfFieldInEvent(String field) throws IOException {
        Until.holds(() -> server.schema.activeListeners() == 0);
        try (RawSocket raw = post("subscription{" + field + "{text(after:\"bad\")}}")) {
            raw.readUntil(COMMENT);
            Until.holds(() -> server.schema.activeListeners() == 1);
            server.schema.publish("news");
            raw.readUntil("event: next\n");
            assertThat(raw.readUntil("\n\n"))
                    .contains("\"code\":\"INVALID_ARGUMENT\"", "Not like this")
                    .doesNotContain("INTERNAL");
        }
    }

    private static void assertError(RawSocket raw, int status, String code) throws IOException {
        try (raw) {
            assertThat(raw.readHead()).startsWith("HTTP/1.1 " + status);
            assertThat(raw.readUntil("}]}")).contains("\"code\":\"" + code + "\"");
        }
    }

    @Test
    void cancelsSubscriptionWhenClientDisconnects() throws IOException {
        subscribed().close();
        Until.holds(() -> server.schema.activeListeners() == 0);
        subscribed().reset();
        Until.holds(() -> server.schema.activeListeners() == 0);
    }

    @Test
    void opensNoStreamForHeadRequest() throws IOException {
        try (var raw = new RawSocket(server.uri())) {
            raw.write("HEAD /graphql/stream?query="
                    + SUBSCRIPTION.replace("{", "%7B").replace("}", "%7D") + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(raw.readHead()).startsWith("HTTP/1.1 ");
            server.assertIdle();
        }
    }

    @Test
    void sendsCommentsWhenIdle() throws IOException {
        try (RawSocket raw = subscribed()) {
            server.checkAfter(Duration.ofSeconds(1));
            server.schema.publish("between");
            assertThat(raw.readUntil("between")).doesNotContain(COMMENT);
            raw.readUntil("\n\n");
            for (int i = 0; i < 3; i++) {
                server.checkAfter(Duration.ofSeconds(21));
                raw.readUntil(COMMENT);
            }
        }
    }

    @Test
    void endsStreamOfSlowClient() throws IOException {
        double before = server.dropped();
        try (RawSocket raw = subscribed()) {
            Until.holds(() -> {
                server.schema.publish("x".repeat(LiveServer.BUFFER / 2));
                return server.schema.activeListeners() == 0;
            });
            Until.holds(() -> server.dropped() == before + 1);
            assertThat(raw.readUntil("event: complete\ndata:\n\n")).contains("SLOW_CONSUMER");
        }
    }

    @Test
    void closesConnectionOfClientThatReadsNothing() throws IOException {
        try (RawSocket raw = subscribed()) {
            server.schema.publish("x".repeat(15_000_000));
            raw.readUntil("xxx");
            server.schema.publish("more");
            server.checkAfter(Duration.ofSeconds(1));
            assertThat(server.gauge("laurel.live.connections")).isEqualTo(1);
            double before = server.dropped();
            Until.holds(() -> {
                server.checkAfter(Duration.ofSeconds(31));
                return server.schema.activeListeners() == 0;
            });
            assertThat(server.dropped()).isEqualTo(before + 1);
            server.checkAfter(Duration.ofSeconds(62));
            Until.holds(() -> server.gauge("laurel.live.connections") == 0);
            raw.assertClosed();
        }
    }

    @Test
    void sendsReasonToClientThatReadsTooLate() throws IOException {
        try (RawSocket raw = subscribed()) {
            server.schema.publish("x".repeat(15_000_000));
            raw.readUntil("xxx");
            server.schema.publish("more");
            Until.holds(() -> {
                server.checkAfter(Duration.ofSeconds(31));
                return server.schema.activeListeners() == 0;
            });
            assertThat(raw.readUntil("event: complete\ndata:\n\n")).contains("SLOW_CONSUMER");
        }
    }

    @Test
    void sendsResultLargerThanBuffer() throws IOException {
        try (RawSocket raw = post("{large(size:200000)}")) {
            String all = raw.readUntil("event: complete\ndata:\n\n");
            // After the headers: the response has several chunks.
            assertThat(all.substring(all.indexOf("large"), all.indexOf("\"extensions\""))
                            .chars()
                            .filter(letter -> letter == 'x'))
                    .hasSize(200_000);
        }
    }

    private static RawSocket subscribed() throws IOException {
        RawSocket raw = get(SUBSCRIPTION);
        raw.readUntil(COMMENT);
        Until.holds(() -> server.schema.activeListeners() == 1);
        return raw;
    }

    private static RawSocket get(String query) throws IOException {
        var raw = new RawSocket(server.uri());
        String url = query.replace("{", "%7B").replace("}", "%7D");
        raw.write("GET /graphql/stream?query=" + url + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        return raw;
    }

    private static RawSocket post(String query) throws IOException {
        var raw = new RawSocket(server.uri());
        String body = TestServer.request(query, Map.of());
        raw.write("POST /graphql/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        return raw;
    }
}
