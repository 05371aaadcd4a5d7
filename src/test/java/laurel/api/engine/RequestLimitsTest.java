package laurel.api.engine;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Malicious requests: each receives an error code at once. */
final class RequestLimitsTest {
    /** Generous, for a busy machine. Without the limits each request would take far longer, or exhaust the memory. */
    private static final Duration AT_ONCE = Duration.ofSeconds(30);

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(TestSchema.SDL, new TestSchema(), Map.of());
        assertThat(server.query("{ hello }").status()).isEqualTo(200);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> attacks() {
        return Stream.of(
                attack("long text", "{ hello } #" + "x".repeat(100_000)),
                attack("many tokens", "{" + many(11_000, i -> "a ") + "}"),
                attack("50 deep", "{ tree " + nested(50) + "}"),
                attack("5,000 deep", "{ tree " + nested(5_000) + "}"),
                attack("open brackets", "{".repeat(50_000)),
                attack("open lists", "{ hello(name: " + "[".repeat(50_000)),
                attack("2,000 aliases", "{" + many(2_000, i -> "a" + i + ": hello ") + "}"),
                attack("fragments doubled 20 times", doubled(20)),
                attack("fragments doubled 400 times", doubled(400)),
                attack("one fragment used 500 times", usedOften()),
                attack("a chain of 1,000 fragments", chain()),
                attack("fields to merge", "{" + many(3_000, i -> "tree { a } ") + "}"),
                attack("directives", "{ hello " + many(3_000, i -> "@skip(if: false) ") + "}"),
                attack("unknown directives", "{ hello " + many(4_000, i -> "@d ") + "}"),
                attack("variables declared", "query (" + many(2_000, i -> "$v" + i + ": Int ") + ") { hello }"),
                attack("operations", many(1_500, i -> "query Q" + i + " { hello } ")),
                attack("circle", "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A ...A }"),
                attack("circular introspection", introspection("fields { type { fields { type { fields { name }}}}}")),
                attack(
                        "introspection of everything twice",
                        "{ a: __schema { types { name } } b: __schema { types { name } } }"),
                attack("long number", "{ sum(a: " + "9".repeat(60_000) + ") }"),
                attack("large exponent", "{ half(of: 1e999999999) }"),
                attack("unicode escapes", "{ hello(name: \"" + "\\u{110000}".repeat(5_000) + "\") }"),
                attack("wrong everywhere", "{" + many(5_000, i -> "x" + i + " ") + "}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("attacks")
    void rejectsAttackQuickly(String name, String query) {
        long start = System.nanoTime();
        Answer answer = server.query(query);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(answer.status()).isIn(400, 413);
        assertThat(answer.code())
                .isIn(
                        "LIMIT_EXCEEDED",
                        "GRAPHQL_PARSE_FAILED",
                        "GRAPHQL_VALIDATION_FAILED",
                        "OPERATION_RESOLUTION_FAILED");
        assertThat(answer.text().length()).isLessThan(60_000);
        assertThat(took).isLessThan(AT_ONCE);
    }

    @Test
    void rejectsTooLargeVariables() {
        String query = "query ($n: String) { hello(name: $n) }";
        String keys =
                IntStream.range(0, 50_000).mapToObj(i -> "\"k" + i + "\": 1").collect(joining(","));
        Answer unknown = server.post("{\"query\": \"" + query + "\", \"variables\": {" + keys + "}}");
        assertThat(unknown.status()).isEqualTo(200);
        Answer deep =
                server.post("{\"query\": \"" + query + "\", \"variables\": {\"n\": " + "[".repeat(100_000) + "}}");
        assertThat(deep.code()).isEqualTo("BAD_REQUEST");
        Answer number =
                server.post("{\"query\": \"" + query + "\", \"variables\": {\"n\": " + "1".repeat(100_000) + "}}");
        assertThat(number.code()).isEqualTo("BAD_REQUEST");
    }

    @Test
    void acceptsUsualQueries() {
        assertThat(server.query("{" + many(500, i -> "tree { tree { tree { a } } } ") + "}")
                        .status())
                .isEqualTo(200);
        assertThat(server.query("{ half(of: -1.5e-12) }").status()).isEqualTo(200);
        assertThat(server.query("{ tree " + nested(14) + "}").status()).isEqualTo(200);
        assertThat(server.query("{" + many(900, i -> "a" + i + ": hello ") + "}")
                        .status())
                .isEqualTo(200);
        assertThat(server.query(doubled(8)).status()).isEqualTo(200);
    }

    @Test
    void acceptsIntrospectionQueryOfTools() {
        String type = "kind name ofType { ".repeat(9) + "kind name" + " }".repeat(9);
        Answer answer =
                server.query("{ __schema { queryType { name } types { ...T } directives { name args { ...V } } } }"
                        + " fragment T on __Type { kind name"
                        + " fields(includeDeprecated: true) { name args { ...V } type { ...R } }"
                        + " inputFields { ...V } interfaces { ...R } enumValues { name } possibleTypes { ...R } }"
                        + " fragment V on __InputValue { name type { ...R } defaultValue }"
                        + " fragment R on __Type { " + type + " }");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.at("data", "__schema", "queryType", "name")).isEqualTo("Query");
    }

    @Test
    void rejectsResponseWithTooManyValues() {
        try (var small = new TestServer(TestSchema.SDL, new TestSchema(), Map.of("laurel.limits.response-values", 5))) {
            Answer answer = small.query("{ people { id } }");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("LIMIT_EXCEEDED");
            assertThat(small.query("{ hello }").status()).isEqualTo(200);
        }
    }

    static Stream<Arguments> limits() {
        return Stream.of(
                limit("query-size", 65_536, "{ hello } #" + "x".repeat(70_000)),
                limit("query-tokens", 10_000, "{" + many(11_000, i -> "a ") + "}"),
                limit("query-depth", 16, "{ tree " + nested(20) + "}"),
                limit("query-fields", 1_000, "{" + many(1_001, i -> "a" + i + ": hello ") + "}"),
                limit("query-selections", 10_000, doubled(20)),
                limit("response-values", 200_000, "{" + many(400, i -> "a" + i + ": people { id } ") + "}"));
    }

    /** The message names the exceeded limit and no other. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("limits")
    void returnsLimitAndSettingInMessage(String setting, int limit, String query) {
        Map<String, Object> settings =
                setting.equals("response-values") ? Map.of("laurel.limits.response-values", 1_000) : Map.of();
        try (var own = new TestServer(TestSchema.SDL, new TestSchema(), settings)) {
            Answer answer = own.query(query);
            assertThat(answer.code()).isEqualTo("LIMIT_EXCEEDED");
            assertThat(answer.message())
                    .asString()
                    .contains(String.valueOf(settings.isEmpty() ? limit : 1_000), "laurel.limits." + setting)
                    .containsOnlyOnce("laurel.limits.");
        }
    }

    @Test
    void returnsSettingOfBodySizeInMessage() {
        Answer answer = server.post(" ".repeat(2_000_000));
        assertThat(answer.code()).isEqualTo("LIMIT_EXCEEDED");
        assertThat(answer.message()).asString().contains("micronaut.server.max-request-size");
    }

    /** Each query repeats an introspection list; the message names the field and an alternative. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    { __schema { queryType { fields { name } } mutationType { fields { name } } } }; __Type.fields
                    { a: __type(name: "Tree") { name } b: __type(name: "Person") { name } }; Query.__type
                    { a: __schema { types { name } } b: __schema { types { kind } } }; Query.__schema
                    """)
    void explainsRepeatedIntrospectionField(String query, String field) {
        Answer answer = server.query(query);
        assertThat(answer.code()).isEqualTo("LIMIT_EXCEEDED");
        assertThat(answer.message())
                .asString()
                .contains(field + " ", "once", "__schema { types { ", "__type")
                .doesNotContain("good faith");
    }

    @Test
    void explainsMaximumSizeOfIntrospection() {
        Answer answer = server.query("{ __schema { types { " + many(600, i -> "a" + i + ": name ") + "} } }");
        assertThat(answer.code()).isEqualTo("LIMIT_EXCEEDED");
        assertThat(answer.message()).asString().contains("500").doesNotContain("good faith");
    }

    private static Arguments limit(String setting, int limit, String query) {
        return Arguments.of(setting, limit, query);
    }

    private static Arguments attack(String name, String query) {
        return Arguments.of(name, query);
    }

    private static String many(int count, IntFunction<String> text) {
        return IntStream.range(0, count).mapToObj(text).collect(joining());
    }

    private static String nested(int depth) {
        return "{ tree ".repeat(depth) + "{ a } " + "} ".repeat(depth);
    }

    /** Each fragment uses the next one twice. */
    private static String doubled(int times) {
        return "{ tree { ...F0 } }"
                + many(times, i -> " fragment F" + i + " on Tree { ...F" + (i + 1) + " ...F" + (i + 1) + " }")
                + " fragment F" + times + " on Tree { a }";
    }

    private static String usedOften() {
        return "{" + many(500, i -> "t" + i + ": tree { ...F } ") + "} fragment F on Tree {"
                + many(100, i -> "a" + i + ": a ") + "}";
    }

    private static String chain() {
        return "{ tree { ...F0 } }"
                + many(1_000, i -> " fragment F" + i + " on Tree { ...F" + (i + 1) + " }")
                + " fragment F1000 on Tree { a }";
    }

    private static String introspection(String fields) {
        return "{ __schema { types { name " + fields + "} } }";
    }
}
