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
    private static final String TOLD = "subscription{told{text}}";
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
    void leavesNothingBehind() {
        server.assertQuiet();
    }

    @Test
    void saysThatItIsThereBeforeThereIsAnythingToTell() throws IOException {
        try (RawSocket raw = get(TOLD)) {
            assertThat(raw.head())
                    .startsWith("HTTP/1.1 200")
                    .contains("content-type: text/event-stream", "cache-control: no-store");
            raw.until(COMMENT);
            Until.holds(() -> server.schema.listening() == 1);
            server.schema.tell("news");
            server.schema.tell("more");
            assertThat(raw.until("event: next\n")).doesNotContain("data");
            assertThat(raw.until("\n\n")).isEqualTo("data: {\"data\":{\"told\":{\"text\":\"news\"}}}\n\n");
            assertThat(raw.until("\n\n")).contains("event: next\ndata: {\"data\":{\"told\":{\"text\":\"more\"}}}");
            server.schema.listeners().forEach(listener -> listener.complete());
            assertThat(raw.until("\n\n")).contains("event: complete\ndata:");
            raw.until("0\r\n\r\n");
            assertThat(server.schema.listening()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"{hello}, Hello", "mutation{increment}, increment"})
    void answersQueriesAndMutationsOnce(String query, String expected) throws IOException {
        try (RawSocket raw = post(query)) {
            assertThat(raw.head()).startsWith("HTTP/1.1 200");
            assertThat(raw.until("event: complete\ndata:\n\n")).contains("event: next\ndata: {\"data\"", expected);
        }
    }

    @Test
    void changesNothingByGet() throws IOException {
        int before = server.schema.increments.get();
        assertRefused(get("mutation{increment}"), 405, "BAD_REQUEST");
        assertThat(server.schema.increments).hasValue(before);
    }

    @ParameterizedTest
    @CsvSource({
        "{hello, 400, GRAPHQL_PARSE_FAILED",
        "{nothing}, 400, GRAPHQL_VALIDATION_FAILED",
        "subscription{refused{text}}, 200, INTERNAL"
    })
    void saysWhatCouldNotBeRun(String query, int status, String code) throws IOException {
        assertRefused(get(query), status, code);
        assertRefused(post(query), status, code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "subscription { told @skip(if: true) { text } }",
                "subscription { told @include(if: false) { text } }",
                "subscription { told @include(if: true) { text } }",
                "subscription ($no: Boolean = false) { told @include(if: $no) { text } }",
                "subscription { ... on Subscription @skip(if: true) { told { text } } }",
                "subscription { ...F } fragment F on Subscription { ... @include(if: false) { told { text } } }",
            })
    void refusesConditionalSubscriptions(String query) throws IOException {
        assertRefused(post(query), 400, "GRAPHQL_VALIDATION_FAILED");
    }

    /** Also where the null goes up to a field that may not be null. */
    @ParameterizedTest
    @ValueSource(strings = {"told", "sure"})
    void saysWhatIsWrongInsideAnEvent(String field) throws IOException {
        Until.holds(() -> server.schema.listening() == 0);
        try (RawSocket raw = post("subscription{" + field + "{text(after:\"bad\")}}")) {
            raw.until(COMMENT);
            Until.holds(() -> server.schema.listening() == 1);
            server.schema.tell("news");
            raw.until("event: next\n");
            assertThat(raw.until("\n\n"))
                    .contains("\"code\":\"INVALID_ARGUMENT\"", "Not like this")
                    .doesNotContain("INTERNAL");
        }
    }

    private static void assertRefused(RawSocket raw, int status, String code) throws IOException {
        try (raw) {
            assertThat(raw.head()).startsWith("HTTP/1.1 " + status);
            assertThat(raw.until("}]}")).contains("\"code\":\"" + code + "\"");
        }
    }

    @Test
    void noticesThatItsClientHasGone() throws IOException {
        following().close();
        Until.holds(() -> server.schema.listening() == 0);
        following().reset();
        Until.holds(() -> server.schema.listening() == 0);
    }

    @Test
    void keepsNothingForWhoAsksForTheHeadOnly() throws IOException {
        try (var raw = new RawSocket(server.uri())) {
            raw.write("HEAD /graphql/stream?query=" + TOLD.replace("{", "%7B").replace("}", "%7D")
                    + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(raw.head()).startsWith("HTTP/1.1 ");
            server.assertQuiet();
        }
    }

    @Test
    void keepsTheConnectionByComments() throws IOException {
        try (RawSocket raw = following()) {
            server.checkAfter(Duration.ofSeconds(1));
            server.schema.tell("between");
            assertThat(raw.until("between")).doesNotContain(COMMENT);
            raw.until("\n\n");
            for (int i = 0; i < 3; i++) {
                server.checkAfter(Duration.ofSeconds(21));
                raw.until(COMMENT);
            }
        }
    }

    @Test
    void endsWhereItsClientIsTooSlow() throws IOException {
        double before = server.dropped();
        try (RawSocket raw = following()) {
            Until.holds(() -> {
                server.schema.tell("x".repeat(LiveServer.BUFFER / 2));
                return server.schema.listening() == 0;
            });
            Until.holds(() -> server.dropped() == before + 1);
            assertThat(raw.until("event: complete\ndata:\n\n")).contains("SLOW_CONSUMER");
        }
    }

    @Test
    void leavesAClientThatTakesNothing() throws IOException {
        try (RawSocket raw = following()) {
            server.schema.tell("x".repeat(15_000_000));
            raw.until("xxx");
            server.schema.tell("more");
            server.checkAfter(Duration.ofSeconds(1));
            assertThat(server.gauge("laurel.live.connections")).isEqualTo(1);
            double before = server.dropped();
            Until.holds(() -> {
                server.checkAfter(Duration.ofSeconds(31));
                return server.schema.listening() == 0;
            });
            assertThat(server.dropped()).isEqualTo(before + 1);
            server.checkAfter(Duration.ofSeconds(62));
            Until.holds(() -> server.gauge("laurel.live.connections") == 0);
            raw.assertEnded();
        }
    }

    @Test
    void tellsAClientThatReadsTooLateWhyItWasLeft() throws IOException {
        try (RawSocket raw = following()) {
            server.schema.tell("x".repeat(15_000_000));
            raw.until("xxx");
            server.schema.tell("more");
            Until.holds(() -> {
                server.checkAfter(Duration.ofSeconds(31));
                return server.schema.listening() == 0;
            });
            assertThat(raw.until("event: complete\ndata:\n\n")).contains("SLOW_CONSUMER");
        }
    }

    @Test
    void answersMoreThanMayWait() throws IOException {
        try (RawSocket raw = post("{large(size:200000)}")) {
            String all = raw.until("event: complete\ndata:\n\n");
            // Those of the headers apart: the answer comes in several chunks.
            assertThat(all.substring(all.indexOf("large"), all.indexOf("\"extensions\""))
                            .chars()
                            .filter(letter -> letter == 'x'))
                    .hasSize(200_000);
        }
    }

    private static RawSocket following() throws IOException {
        RawSocket raw = get(TOLD);
        raw.until(COMMENT);
        Until.holds(() -> server.schema.listening() == 1);
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
