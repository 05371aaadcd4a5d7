package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.RawInput;
import laurel.TickingClock;
import laurel.database.Contents;
import laurel.leaderboard.WindowKind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Submissions with values at the limits that are accepted. */
class SubmissionEdgeCaseTest {
    private static final RawInput VALID = new RawInput(
            Map.of("leaderboardKey", "\"tenths\"", "participant", "{\"externalId\": \"ann\"}", "score", "\"1.5\""));
    private static final String SUBMIT = """
            mutation ($input: SubmitScoreInput!) { submitScore(input: $input) {
              receipt { submission { id } } errors { code message } } }
            """;

    private static final String ALL_WINDOWS =
            "{kind: HOURLY}, {kind: DAILY}, {kind: WEEKLY}, {kind: MONTHLY}, {kind: YEARLY}," + " {kind: ALL_TIME}";

    private static TickingClock clock;
    private static LaurelServer server;
    private static ScoreClient client;

    @BeforeAll
    static void start() {
        clock = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
        server = LaurelServer.start(clock);
        client = new ScoreClient(server.client());
        create("tenths", "decimals: 1, minScore: 0, maxScore: 100, windowDefinitions: [{kind: DAILY}]");
        create("replace", "updateMode: REPLACE, windowDefinitions: [{kind: DAILY}, {kind: WEEKLY}, {kind: ALL_TIME}]");
        create("sums", "updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]");
    }

    @BeforeEach
    void today() {
        clock.set(Instant.parse("2025-07-13T14:30:00Z"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Valid values that are similar to invalid ones. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            score          | "1.50000"
            score          | "+1.5e0"
            score          | "15e-1"
            score          | 1.5
            score          | "0e9999"
            achievedAt     | "2025-07-13T14:35:00Z"
            achievedAt     | "2025-07-13T00:00:00Z"
            participant    | {"externalId": "x*128"}
            participant    | {"externalId": "\\ud83c\\udfc6", "name": "🏆"}
            idempotencyKey | "\\ud83c\\udfc6"
            metadata       | {"\\ud83c\\udfc6": "🏆"}
            metadata       | {"a": "\\\\u0000 \\\\ud800"}
            metadata       | {"a": "x*4088"}
            metadata       | {"a": "é*2044"}
            metadata       | {"a": 1e-30, "b": 1e30, "c": -0.0, "1e99": "1e99"}
            """)
    void acceptsValuesNearLimits(String field, String json) {
        RawInput input = VALID.with(field, json);
        assertThat(submit(input).at("data", "submitScore", "receipt", "submission", "id"))
                .isNotNull();
    }

    /** The sum of the all-time window overflows, so the sum of the day does not change either. */
    @Test
    void changesNoWindowIfSumOverflowsInOne() {
        String max = "9223372036854775807";
        client.submit(ScoreClient.with(ScoreClient.score("sums", "ann", max), "achievedAt", "2025-01-01T00:00:00Z"))
                .text("submission", "id");
        client.submit(ScoreClient.score("sums", "ann", -5)).text("submission", "id");
        Contents before = contents();
        Answer refused = client.submit(ScoreClient.score("sums", "ann", 6));
        assertThat(refused.at("code")).isEqualTo("SCORE_OUT_OF_RANGE");
        assertThat(contents()).isEqualTo(before);
        assertThat(client.submit(ScoreClient.with(ScoreClient.score("sums", "ann", 1), "subscore", max))
                        .at("code"))
                .isNull();
        assertThat(client.submit(ScoreClient.with(ScoreClient.score("sums", "ann", 1), "subscore", 1))
                        .at("code"))
                .isEqualTo("SCORE_OUT_OF_RANGE");
        assertThat(client.scores("sums", "2025-07-13")).isEqualTo(Map.of("ann", "-4"));
    }

    @Test
    void countsInOpenWindowsAndReturnsClosedOnes() {
        Answer late = client.submit(
                ScoreClient.with(ScoreClient.score("replace", "ann", 1), "achievedAt", "2025-07-12T12:00:00Z"));
        assertThat(late.at("closedWindows")).isEqualTo(List.of("2025-07-12"));
        assertThat(late.list("changes").stream().map(change -> change.text("window", "name")))
                .containsExactly("2025-W28", "ALL-TIME");
        Answer skewed = client.submit(
                ScoreClient.with(ScoreClient.score("replace", "ann", 1), "achievedAt", "2025-07-13T14:35:00Z"));
        assertThat(skewed.at("closedWindows")).isEqualTo(List.of());
    }

    /** Windows may start in the year before the first and end in the year after the last. */
    @ParameterizedTest
    @CsvSource({
        "0001-01-01T00:00:00Z, America/New_York, 0000-12-31",
        "0001-01-01T00:00:00Z, Asia/Kathmandu, 0001-01-01",
        "9999-12-31T23:55:00.999999Z, America/New_York, 9999-12-31",
        "9999-12-31T23:55:00.999999Z, Pacific/Kiritimati, 10000-01-01"
    })
    void opensWindowsAtFirstAndLastSupportedInstant(String achievedAt, String timeZone, String day) {
        String board = (timeZone + day).toLowerCase(Locale.ROOT).replace('/', '.');
        clock.set(Instant.parse(achievedAt));
        create(board, "clock: SUBMISSIONS, timeZone: \"" + timeZone + "\", windowDefinitions: [" + ALL_WINDOWS + "]");
        Answer answer = client.submit(ScoreClient.with(ScoreClient.score(board, "ann", 1), "achievedAt", achievedAt));
        assertThat(answer.text("changes", 1, "window", "name")).contains(day);
        for (String kind : List.of("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "ALL_TIME")) {
            assertThat(client.graphQL()
                            .ask("{ leaderboard(key: \"" + board + "\") { window(select: {relative:"
                                    + " {definitionKey: \""
                                    + WindowKind.valueOf(kind).key()
                                    + "\"}}) { state startsAt endsAt ranking { entryCount } } } }")
                            .at("data", "leaderboard", "window", "ranking", "entryCount"))
                    .as(kind)
                    .isEqualTo(1);
        }
    }

    private static Answer submit(RawInput input) {
        return client.graphQL().sendRaw(SUBMIT, "{\"input\": " + input.json() + "}");
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
