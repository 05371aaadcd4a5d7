package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.RawInput;
import laurel.TickingClock;
import laurel.database.Contents;
import laurel.request.ErrorCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each invalid input is rejected with its error code, stores nothing, and does not affect other items of its batch. */
class SubmissionRefusalTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final RawInput VALID = new RawInput(Map.of(
            "leaderboardKey",
            "\"tenths\"",
            "participant",
            "{\"externalId\": \"ann\"}",
            "score",
            "\"1.5\"",
            "subscore",
            "0",
            "group",
            "{\"region\": \"eu\"}"));
    private static final String RESULT = """
            receipt { submission { id score } closedWindows changes { window { name } score } }
            errors { code message path }
            """;
    private static final String SUBMIT =
            "mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { " + RESULT + " } }";
    private static final String SUBMIT_ALL = """
            mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) {
              acceptedCount failedCount errors { code path } results {
            """ + RESULT + " } } }";

    /** Code, path, field, JSON. */
    private static final String CASES = """
            LEADERBOARD_NOT_FOUND     | leaderboardKey | leaderboardKey | "nope"
            LEADERBOARD_NOT_FOUND     | leaderboardKey | leaderboardKey | ""
            LEADERBOARD_NOT_FOUND     | leaderboardKey | leaderboardKey | "\\u0000"
            LEADERBOARD_NOT_FOUND     | leaderboardKey | leaderboardKey | "\\ud800"
            LEADERBOARD_NOT_FOUND     | leaderboardKey | leaderboardKey | "x*9999"
            LEADERBOARD_ARCHIVED    | leaderboardKey | leaderboardKey | "archived"
            PARTICIPANT_BANNED      | participant    | participant    | {"externalId": "banned"}
            ENTITY_TYPE_NOT_ACCEPTED     | participant entityType | participant  | {"entityType": "GUILD", "externalId": "g"}
            ENTITY_TYPE_NOT_ACCEPTED     | participant entityType | participant  | {"entityType": "account", "externalId": "a"}
            ENTITY_TYPE_NOT_ACCEPTED     | participant entityType | participant  | {"entityType": "\\u0000", "externalId": "a"}
            INVALID_EXTERNAL_ID  | participant externalId | participant    | {"externalId": ""}
            INVALID_EXTERNAL_ID  | participant externalId | participant    | {"externalId": " \\t"}
            INVALID_EXTERNAL_ID  | participant externalId | participant    | {"externalId": "x*129"}
            INVALID_EXTERNAL_ID  | participant externalId | participant    | {"externalId": "a\\nb"}
            INVALID_EXTERNAL_ID  | participant externalId | participant    | {"externalId": "a\\u0000"}
            INVALID_EXTERNAL_ID  | participant externalId | participant    | {"externalId": "a\\u007f"}
            INVALID_EXTERNAL_ID  | participant externalId | participant    | {"externalId": "a\\ud800"}
            INVALID_EXTERNAL_ID  | participant externalId | participant    | {"externalId": "\\udc00a"}
            INVALID_EXTERNAL_ID  | participant externalId | participant    | {"externalId": "a\\u2028b"}
            INVALID_TEXT            | participant name | participant | {"externalId": "ann", "name": ""}
            INVALID_TEXT            | participant name | participant | {"externalId": "ann", "name": "x*201"}
            INVALID_TEXT            | participant name | participant | {"externalId": "ann", "name": "\\u0000"}
            INVALID_TEXT            | participant name | participant | {"externalId": "ann", "name": "\\udfff"}
            INVALID_URL             | participant imageUrl | participant | {"externalId": "ann", "imageUrl": "javascript:a()"}
            INVALID_URL             | participant imageUrl | participant | {"externalId": "a", "imageUrl": "http://a\\u0000"}
            INVALID_TIME_ZONE            | participant timeZone | participant  | {"externalId": "ann", "timeZone": "Mars/Olympus"}
            INVALID_TIME_ZONE            | participant timeZone | participant  | {"externalId": "ann", "timeZone": "+02:00"}
            INVALID_TIME_ZONE            | participant timeZone | participant  | {"externalId": "ann", "timeZone": "\\u0000"}
            INVALID_METADATA        | participant metadata | participant | {"externalId": "a", "metadata": {"a": "\\u0000"}}
            LIST_TOO_LONG           | participant group | participant | {"externalId": "a", "group": {SEVENTEEN}}
            INVALID_GROUP_ATTRIBUTE | participant group 1a | participant | {"externalId": "a", "group": {"1a": ""}}
            INVALID_GROUP_VALUE     | participant group region | participant | {"externalId": "a", "group": {"region": ""}}
            INVALID_METADATA        | metadata       | metadata       | {"a": "\\u0000"}
            INVALID_METADATA        | metadata       | metadata       | {"\\u0000": 1}
            INVALID_METADATA        | metadata       | metadata       | {"a": ["\\ud800"]}
            INVALID_METADATA        | metadata       | metadata       | {"\\udc00": 1}
            INVALID_METADATA        | metadata       | metadata       | {"a": 1e31}
            INVALID_METADATA        | metadata       | metadata       | {"a": "x*4090"}
            INVALID_METADATA        | metadata       | metadata       | {"a": "é*2045"}
            INVALID_IDEMPOTENCY_KEY | idempotencyKey | idempotencyKey | ""
            INVALID_IDEMPOTENCY_KEY | idempotencyKey | idempotencyKey | "x*129"
            INVALID_IDEMPOTENCY_KEY | idempotencyKey | idempotencyKey | "\\u0000"
            INVALID_IDEMPOTENCY_KEY | idempotencyKey | idempotencyKey | "\\ud800"
            UNKNOWN_GROUP_ATTRIBUTE | group planet   | group          | {"planet": ""}
            INVALID_GROUP_VALUE     | group region   | group          | {"region": " "}
            INVALID_GROUP_VALUE     | group region   | group          | {"region": "x*65"}
            MISSING_GROUP_VALUE     | group region   | group          | {}
            MISSING_GROUP_VALUE     | group region   | group          | null
            SCORE_NOT_A_NUMBER            | score          | score          | ""
            SCORE_NOT_A_NUMBER            | score          | score          | "NaN"
            SCORE_NOT_A_NUMBER            | score          | score          | "Infinity"
            SCORE_NOT_A_NUMBER            | score          | score          | "-Infinity"
            SCORE_NOT_A_NUMBER            | score          | score          | " 1"
            SCORE_NOT_A_NUMBER            | score          | score          | "1,5"
            SCORE_NOT_A_NUMBER            | score          | score          | "0x10"
            SCORE_NOT_A_NUMBER            | score          | score          | "1e99999"
            SCORE_NOT_A_NUMBER            | score          | score          | "\\uff11"
            SCORE_NOT_A_NUMBER            | score          | score          | "1\\u0000"
            SCORE_NOT_A_NUMBER            | score          | score          | "0*65"
            SCORE_OUT_OF_RANGE            | score          | score          | "1e400"
            SCORE_OUT_OF_RANGE            | score          | score          | "-1e9999"
            SCORE_OUT_OF_RANGE            | score          | score          | 1e100
            SCORE_OUT_OF_RANGE            | score          | score          | "922337203685477580.8"
            SCORE_OUT_OF_RANGE            | score          | score          | "-922337203685477580.9"
            SCORE_OUT_OF_RANGE            | score          | score          | "922337203685477580.85"
            SCORE_TOO_MANY_DECIMALS       | score          | score          | "1.25"
            SCORE_TOO_MANY_DECIMALS       | score          | score          | 1e-5
            SCORE_TOO_MANY_DECIMALS       | score          | score          | "1e-9999"
            ACHIEVED_IN_FUTURE      | achievedAt     | achievedAt     | "2025-07-13T14:35:00.000001Z"
            ACHIEVED_IN_FUTURE      | achievedAt     | achievedAt     | "9999-12-31T23:59:59Z"
            IDEMPOTENCY_CONFLICT    | idempotencyKey | idempotencyKey | "used"
            WINDOWS_CLOSED          | achievedAt     | achievedAt     | "2025-07-12T23:59:59Z"
            WINDOWS_CLOSED          | achievedAt     | achievedAt     | "0001-01-01T00:00:00Z"
            SCORE_OUT_OF_BOUNDS           | score          | score          | "100.1"
            SCORE_OUT_OF_BOUNDS           | score          | score          | "-0.1"
            """;

    private static TickingClock clock;
    private static LaurelServer server;
    private static ScoreClient client;

    /**
     * A valid submission with one invalid field.
     *
     * @param path of the error, relative to the submission
     */
    record InvalidField(ErrorCode code, List<String> path, String field, String json) {
        RawInput in(RawInput input) {
            return input.with(field, json);
        }
    }

    /** One more group value than a participant can have. */
    private static final String SEVENTEEN =
            IntStream.range(0, 17).mapToObj(n -> "\"a" + n + "\": \"v\"").collect(Collectors.joining(", "));

    static Stream<InvalidField> cases() {
        return CASES.replace("SEVENTEEN", SEVENTEEN)
                .lines()
                .map(line -> line.split("\\|"))
                .map(cells -> new InvalidField(
                        ErrorCode.valueOf(cells[0].strip()),
                        List.of(cells[1].strip().split(" ")),
                        cells[2].strip(),
                        cells[3].strip()));
    }

    @BeforeAll
    static void start() {
        clock = new TickingClock(NOW);
        server = LaurelServer.start(clock);
        client = new ScoreClient(server.client());
        for (String board : List.of("tenths", "archived")) {
            create(
                    board,
                    "updateMode: MAX, decimals: 1, minScore: 0, maxScore: 100, windowDefinitions: [{kind: DAILY}],"
                            + " groupings: [[], [\"region\"]]");
        }
        server.database().sql().execute("UPDATE leaderboard SET archived_at = created_at WHERE key = 'archived'");
        client.graphQL()
                .ask(
                        "mutation { createParticipant(input: {externalId: \"banned\"}) { __typename } banParticipant(input:"
                                + " {participant: {external: {externalId: \"banned\"}}}) { restriction { kind } } }")
                .text("data", "banParticipant", "restriction", "kind");
        // The idempotency key that conflicts, of another participant.
        submit(VALID.with("participant", "{\"externalId\": \"zoe\"}").with("idempotencyKey", "\"used\""))
                .text("submission", "id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rejectsInvalidSubmissionAndStoresNothing(InvalidField invalid) {
        Contents before = contents();
        assertRefused(submit(invalid.in(VALID)), invalid, List.of("input"));
        assertThat(contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rejectsInvalidItemsOfBatchAndAcceptsOthers(InvalidField invalid) {
        String batch = Stream.of(
                        valid("bob", "3"), invalid.in(VALID), valid("bob", "2"), invalid.in(VALID), valid("cem", "1"))
                .map(RawInput::json)
                .collect(Collectors.joining(", ", "[", "]"));
        Answer answer = data(client.graphQL().sendRaw(SUBMIT_ALL, "{\"input\": " + batch + "}"), "submitScores");
        assertThat(answer.at("acceptedCount")).isEqualTo(3);
        assertThat(answer.at("failedCount")).isEqualTo(2);
        assertRefused(answer.node("results", 1).receipt(), invalid, List.of("input", "items", "1"));
        assertRefused(answer.node("results", 3).receipt(), invalid, List.of("input", "items", "3"));
        assertThat(client.scores("tenths", "2025-07-13"))
                .containsEntry("bob", "3.0")
                .containsEntry("cem", "1.0");
        assertThat(client.scores("tenths", "2025-07-13")).doesNotContainKey("ann");
    }

    /** If two errors apply, the one that the schema lists first is returned. */
    @Test
    void returnsFirstErrorInOrderOfDocumentation() {
        List<ErrorCode> order = precedence();
        assertThat(order)
                .containsExactlyInAnyOrderElementsOf(
                        cases().map(InvalidField::code).collect(Collectors.toSet()));
        Map<ErrorCode, InvalidField> one =
                cases().collect(Collectors.toMap(InvalidField::code, invalid -> invalid, (a, b) -> b));
        for (InvalidField first : one.values()) {
            for (InvalidField second : one.values()) {
                if (!first.field.equals(second.field) && order.indexOf(first.code) < order.indexOf(second.code)) {
                    assertThat(submit(second.in(first.in(VALID))).at("code"))
                            .as("%s and %s", first, second)
                            .isEqualTo(first.code.name());
                }
            }
        }
    }

    /** Returns the codes in the order of the description of {@code submitScore}. */
    private static List<ErrorCode> precedence() {
        Answer mutations = client.graphQL()
                .ask("{ __type(name: \"Mutation\") { fields { name description } } }")
                .node("data", "__type");
        String description = mutations.list("fields").stream()
                .filter(field -> field.text("name").equals("submitScore"))
                .map(field -> field.text("description"))
                .findFirst()
                .orElseThrow();
        return Pattern.compile("[A-Z]+(?:_[A-Z]+)+")
                .matcher(description)
                .results()
                .map(found -> ErrorCode.valueOf(found.group()))
                // If the score is missing, nothing else is checked: see NullScoreGraphQLTest.
                .filter(code -> code != ErrorCode.FIELD_REQUIRED)
                // Only of players: see PlayerSubmissionGraphQLTest.
                .filter(code -> !code.name().matches("NOT_OWN_PARTICIPANT|FIELD_NOT_ALLOWED|PLAYER_.*"))
                // Needs 10,000 groups: see GroupGraphQLTest.
                .filter(code -> code != ErrorCode.LIMIT_REACHED)
                .toList();
    }

    @Test
    void rejectsBatchOfMoreThanThousandSubmissions() {
        Contents before = contents();
        List<Map<String, Object>> batch = IntStream.rangeClosed(0, 1_000)
                .mapToObj(n -> ScoreClient.score("tenths", "who-" + n, 1))
                .toList();
        Answer answer = client.submitAll(batch);
        assertThat(answer.at("errors", 0, "code")).isEqualTo("BATCH_TOO_LARGE");
        assertThat(answer.at("errors", 0, "path")).isEqualTo(List.of("input", "items"));
        assertThat(contents()).isEqualTo(before);
        assertThat(client.submitAll(batch.subList(0, 0)).at("acceptedCount")).isEqualTo(0);
    }

    private static void assertRefused(Answer answer, InvalidField invalid, List<String> parentPath) {
        assertThat(answer.at("code")).as("%s", answer).isEqualTo(invalid.code.name());
        assertThat(answer.at("path"))
                .isEqualTo(Stream.concat(parentPath.stream(), invalid.path.stream())
                        .toList());
        assertThat(answer.text("message")).doesNotContain("laurel.").isNotBlank();
    }

    private static RawInput valid(String who, String score) {
        return VALID.with("participant", "{\"externalId\": \"" + who + "\"}").with("score", score);
    }

    private static Answer submit(RawInput input) {
        return data(client.graphQL().sendRaw(SUBMIT, "{\"input\": " + input.json() + "}"), "submitScore")
                .receipt();
    }

    private static Answer data(Answer answer, String mutation) {
        assertThat(answer.at("errors")).isNull();
        return answer.node("data", mutation);
    }

    private static void create(String key, String definition) {
        client.graphQL()
                .ask("mutation { createLeaderboard(input: {key: \"" + key + "\", " + definition
                        + "}) { leaderboard { id } errors { message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private static Contents contents() {
        return Contents.of(server.database().sql());
    }
}
