package laurel.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.api.TestServer.Answer;
import laurel.database.Contents;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invalid requests that would store something if they were executed: the response has an error code and no internals, and
 * nothing is stored.
 */
final class InvalidRequestTest {
    private static final String SUBMIT =
            "submitScore(input: {leaderboardKey: \"board\", participant: {externalId: \"new\"}, score: 1})";
    private static final String GOOD = "mutation { " + SUBMIT + " { __typename } }";

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: DAILY}]}) {"
                        + " leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> tooLarge() {
        return Stream.of(
                Arguments.of("2 MB", 413, GOOD + "#" + "x".repeat(2_000_000)),
                Arguments.of("text over its limit", 400, GOOD + "#" + "x".repeat(70_000)),
                Arguments.of(
                        "50 deep", 400, "mutation { " + SUBMIT + " { receipt { submission { " + deep(25) + " } } } }"),
                Arguments.of("2,000 aliases", 400, "mutation { " + many(1_001, i -> "a" + i + ": " + input(i)) + "}"),
                Arguments.of("aliases of one field", 400, aliased()),
                Arguments.of("doubling fragments", 400, doubling()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tooLarge")
    void rejectsTooLargeRequest(String name, int status, String query) {
        Answer answer = sendUnchanged(post(query, "{}"));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo("LIMIT_EXCEEDED");
    }

    @Test
    void rejectsMutationByGet() {
        URI url = URI.create(server.address() + "?query=" + URLEncoder.encode(GOOD, UTF_8));
        Answer answer = sendUnchanged(HttpRequest.newBuilder(url));
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
    }

    @ParameterizedTest
    @CsvSource({"application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"})
    void rejectsMutationInForm(String type) {
        String form = type.startsWith("multipart")
                ? "--x\r\nContent-Disposition: form-data; name=\"query\"\r\n\r\n" + GOOD + "\r\n--x--\r\n"
                : type.startsWith("text") ? json(GOOD, "{}") : "query=" + URLEncoder.encode(GOOD, UTF_8);
        Answer answer = sendUnchanged(HttpRequest.newBuilder(server.address())
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(form)));
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
    }

    @Test
    void rejectsMutationInUnknownApp() {
        Answer answer = sendUnchanged(post(GOOD, "{}").header("Laurel-App", "nope"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("APP_NOT_FOUND");
    }

    /** A literal or a variable, and the code of the GraphQL error, or of the refusal if the value is a string. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            literal,  NaN,                GRAPHQL_VALIDATION_FAILED
            literal,  Infinity,           GRAPHQL_VALIDATION_FAILED
            literal,  -Infinity,          GRAPHQL_PARSE_FAILED
            literal,  1e400,              LIMIT_EXCEEDED
            literal,  -1e400,             LIMIT_EXCEEDED
            literal,  1e-400,             LIMIT_EXCEEDED
            literal,  1e99999999999,      LIMIT_EXCEEDED
            literal,  0x10,               GRAPHQL_PARSE_FAILED
            literal,  true,               GRAPHQL_VALIDATION_FAILED
            literal,  [1],                GRAPHQL_VALIDATION_FAILED
            literal,  '"NaN"',            SCORE_NOT_A_NUMBER
            literal,  '"Infinity"',       SCORE_NOT_A_NUMBER
            literal,  '"1e400"',          SCORE_OUT_OF_RANGE
            variable, NaN,                BAD_REQUEST
            variable, Infinity,           BAD_REQUEST
            variable, -Infinity,          BAD_REQUEST
            variable, 1e400,              BAD_REQUEST
            variable, 1e99999999999,      BAD_REQUEST
            variable, true,               INVALID_ARGUMENT
            variable, '"NaN"',            SCORE_NOT_A_NUMBER
            variable, '"-Infinity"',      SCORE_NOT_A_NUMBER
            variable, '"1e400"',          SCORE_OUT_OF_RANGE
            """)
    void rejectsScoresThatAreNotNumbers(String where, String score, String code) {
        boolean literal = where.equals("literal");
        String query = (literal ? "mutation" : "mutation ($s: Score!)")
                + " { submitScore(input: {leaderboardKey: \"board\", participant: {externalId: \"new\"}, score: "
                + (literal ? score : "$s") + "}) { errors { code } } }";
        Answer answer = sendUnchanged(post(query, literal ? "{}" : "{\"s\": " + score + "}"));
        Object refusal = answer.at("data", "submitScore", "errors", 0, "code");
        assertThat(refusal == null ? answer.code() : refusal).as(answer.text()).isEqualTo(code);
    }

    /** The valid request that the invalid ones are derived from stores something. */
    @Test
    void acceptsValidRequest() {
        Contents before = contents();
        assertThat(send(post(GOOD, "{}")).status()).isEqualTo(200);
        assertThat(contents()).isNotEqualTo(before);
    }

    private static Answer sendUnchanged(HttpRequest.Builder request) {
        Contents before = contents();
        Answer answer = send(request);
        assertThat(contents()).isEqualTo(before);
        assertThat(answer.text().length()).isLessThan(60_000);
        assertThat(answer.text()).doesNotContain("java.", "graphql.", "Exception", "laurel.api", "INTERNAL");
        return answer;
    }

    private static Answer send(HttpRequest.Builder request) {
        // A new connection: the server closes a connection if it does not read a body.
        try (HttpClient client = HttpClient.newHttpClient()) {
            request.header("Authorization", "Bearer " + LaurelServer.KEY)
                    .header("Accept", "application/graphql-response+json");
            return new Answer(client.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Inserts the variables unchanged, even if they are not JSON. */
    private static HttpRequest.Builder post(String query, String variables) {
        return HttpRequest.newBuilder(server.address())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json(query, variables)));
    }

    private static String json(String query, String variables) {
        String body = TestServer.request(query, Map.of("v", ""));
        return body.replace("{\"v\":\"\"}", variables);
    }

    private static String input(int n) {
        return SUBMIT.replace("new", "new" + n) + " { __typename } ";
    }

    /** Twice as many levels. */
    private static String deep(int times) {
        return "leaderboard { window { ".repeat(times) + "id" + " } }".repeat(times);
    }

    private static String aliased() {
        return "mutation { " + SUBMIT + " { receipt { submission { "
                + many(2_000, i -> "a" + i + ": leaderboard { key } ") + "} } } }";
    }

    /** Each fragment uses the next one twice. */
    private static String doubling() {
        return "mutation { " + SUBMIT + " { receipt { submission { leaderboard { ...F0 } } } } }"
                + many(20, i -> " fragment F" + i + " on Leaderboard { ...F" + (i + 1) + " ...F" + (i + 1) + " }")
                + " fragment F20 on Leaderboard { key }";
    }

    private static String many(int count, IntFunction<String> text) {
        return IntStream.range(0, count).mapToObj(text).collect(joining());
    }

    private static Contents contents() {
        return Contents.of(server.database().sql());
    }
}
