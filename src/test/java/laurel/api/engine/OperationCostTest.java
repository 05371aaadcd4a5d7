package laurel.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import laurel.api.InMemorySocket;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import laurel.api.rate.TickingTime;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Responses contain the cost of their operation, and what remains of the budget of their caller. */
final class OperationCostTest {
    private static final int MAX_FIELDS = 6;
    private static TestServer server;
    private static LiveServer live;

    @BeforeAll
    static void start() {
        server = new TestServer(TestSchema.SDL, new TestSchema(), Map.of("laurel.limits.query-fields", MAX_FIELDS));
        live = new LiveServer(Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
        live.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { hello }                                                      | 1
            { hello hello }                                                | 1
            { a: hello b: hello }                                          | 2
            { tree { a b: a } }                                            | 3
            { ...F tree { a } } fragment F on Query { hello tree { b: a } } | 4
            { hello a: hello @skip(if: true) }                             | 1
            { __typename }                                                 | 1
            mutation { increment }                                         | 1
            { a: hello b: hello c: hello d: hello e: hello f: hello }      | 6
            """)
    void countsFieldsLikeLimit(String query, String cost) {
        for (int time = 0; time < 2; time++) {
            assertThat(server.query(query).text()).endsWith(",\"extensions\":{\"cost\":{\"requested\":" + cost + "}}}");
        }
    }

    @Test
    void dependsOnVariables() {
        String query = "query ($more: Boolean!) { hello a: hello @include(if: $more) }";
        assertThat(cost(server.query(query, Map.of("more", false)))).isEqualTo("1");
        assertThat(cost(server.query(query, Map.of("more", true)))).isEqualTo("2");
    }

    @Test
    void returnsCostWithErrors() {
        Answer broken = live.send(HttpRequest.newBuilder(URI.create(live.uri() + "?query=%7Bhello%20broken%7D")));
        assertThat(broken.code()).isEqualTo("INTERNAL");
        assertThat(cost(broken)).isEqualTo("2");
    }

    /** The cost is unknown if the operation is not executed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { hello                                                         | GRAPHQL_PARSE_FAILED
            { unknown }                                                     | GRAPHQL_VALIDATION_FAILED
            { a: hello b: hello c: hello d: hello e: hello f: hello hello } | LIMIT_EXCEEDED
            """)
    void omitsCostIfOperationIsNotExecuted(String query, String code) {
        Answer answer = server.query(query);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.at("extensions")).isNull();
    }

    /**
     * The cost of a subscription is counted when it starts; its events are the same bytes for all equal selections.
     */
    @Test
    void omitsCostFromEvents() throws IOException {
        try (RawSocket raw = RawSocket.acknowledged(live.uri())) {
            raw.sendText(InMemorySocket.subscription("1", "{ hello }"));
            assertThat(raw.readText()).contains("\"extensions\":{\"cost\":{\"requested\":1}}");
            assertThat(raw.readText()).contains("complete");
            raw.sendText(InMemorySocket.subscription("2", "subscription { message { text } }"));
            Until.holds(() -> live.schema.activeListeners() == 1);
            live.schema.publish("news");
            assertThat(raw.readText()).contains("news").doesNotContain("extensions");
        }
    }

    @Test
    void returnsBudget() {
        Instant now = Instant.parse("2026-05-04T12:00:00Z");
        var time = new TickingTime();
        Map<String, Object> settings = Map.of("laurel.rates.admin", 600, "laurel.rates.minimum-charge", 2);
        try (var limited =
                new TestServer(TestSchema.SDL, new TestSchema(), settings, time, Clock.fixed(now, ZoneOffset.UTC))) {
            assertThat(limited.query("{ a: hello b: hello c: hello }").at("extensions", "cost"))
                    .asString()
                    .isEqualTo("{requested=3, remaining=597, resetAt=2026-05-04T12:00:00.300Z}");
            assertThat(limited.query("{ hello }").at("extensions", "cost"))
                    .asString()
                    .isEqualTo("{requested=1, remaining=595, resetAt=2026-05-04T12:00:00.500Z}");
            time.pass(Duration.ofMillis(200));
            assertThat(limited.query("{ hello }").at("extensions", "cost", "remaining"))
                    .hasToString("595");
        }
    }

    @Test
    void refusesOperationBeforeExecution() {
        Map<String, Object> settings = Map.of(
                "laurel.rates.admin", 60,
                "laurel.rates.admin-burst", 5,
                "laurel.rates.minimum-charge", 1,
                "laurel.limits.query-cost", 6);
        var schema = new TestSchema();
        try (var limited = new TestServer(TestSchema.SDL, schema, settings, new TickingTime())) {
            assertThat(limited.query("mutation { a: increment b: increment c: increment }")
                            .status())
                    .isEqualTo(200);
            Answer refused = limited.query("mutation { a: increment b: increment c: increment }");
            assertThat(refused.code()).isEqualTo("RATE_LIMITED");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("retry-after")).isEqualTo("2");
            assertThat(refused.at("extensions")).isNull();
            assertThat(schema.increments).hasValue(3);
        }
    }

    @Test
    void limitsCost() {
        String query = "mutation { a: increment b: increment c: increment }";
        var schema = new TestSchema();
        try (var limited = new TestServer(TestSchema.SDL, schema, Map.of("laurel.limits.query-cost", 2))) {
            Answer refused = limited.query(query);
            assertThat(refused.code()).isEqualTo("LIMIT_EXCEEDED");
            assertThat(refused.message())
                    .isEqualTo("The operation has a cost of 3; the maximum is 2 (`laurel.limits.query-cost`). Request"
                            + " smaller pages or fewer fields.");
            assertThat(schema.increments).hasValue(0);
        }
    }

    private static String cost(Answer answer) {
        return String.valueOf(answer.at("extensions", "cost", "requested"));
    }
}
