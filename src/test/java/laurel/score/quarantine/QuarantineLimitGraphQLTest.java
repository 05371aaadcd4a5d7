package laurel.score.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A submission at a limit counts, one beyond it is quarantined. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class QuarantineLimitGraphQLTest {
    private static final String RATE = "maxSubmissionRate: {submissionCount: 3, duration: \"PT1M\"}";
    private static final String UPDATE = """
            mutation ($input: UpdateLeaderboardInput!) { updateLeaderboard(input: $input) {
              leaderboard { maxStep maxSubmissionRate { submissionCount duration } version } errors { code path } } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private QuarantineClient client;

    @BeforeEach
    void start() {
        client = new QuarantineClient(server);
    }

    @Test
    void limitsSubmittedScoreOfSum() {
        client.create("sum", "INCREMENT", "decimals: 1, maxStep: 10");
        assertThat(client.submit("sum", "ann", "10.0")).isEqualTo("COUNTED");
        assertThat(client.submit("sum", "ann", "10.1")).isEqualTo("QUARANTINED [STEP]");
        assertThat(client.submit("sum", "ann", "-10")).isEqualTo("COUNTED");
        assertThat(client.submit("sum", "ann", "-10.1")).isEqualTo("QUARANTINED [STEP]");
        assertThat(client.submit("sum", "new", "-922337203685477580.8")).isEqualTo("QUARANTINED [STEP]");
        assertThat(client.standings("sum")).containsExactly("1 ann 0.0");
    }

    @ParameterizedTest
    @CsvSource({
        "MAX, 50, 60, 60, 71",
        "MAX, 50, 20, 60, 71",
        "MIN, 50, 40, 90, 29",
        "REPLACE, 50, 40, 50, 39",
        "REPLACE, 50, 60, 50, 61"
    })
    void limitsDifferenceOfEntries(String mode, String first, String accepted, String next, String beyond) {
        client.create("board", mode, "maxStep: 10");
        assertThat(client.submit("board", "ann", first)).isEqualTo("COUNTED");
        assertThat(client.submit("board", "ann", accepted)).isEqualTo("COUNTED");
        assertThat(client.submit("board", "ann", next)).isEqualTo("COUNTED");
        List<String> before = client.standings("board");
        assertThat(client.submit("board", "ann", beyond)).isEqualTo("QUARANTINED [STEP]");
        assertThat(client.standings("board")).isEqualTo(before);
    }

    /** The first score of a day is no step in its window, but in that of all time. */
    @Test
    void limitsStepInAnyWindow() {
        client.create("board", "REPLACE", "maxStep: 10");
        client.submit("board", "ann", 5);
        clock.advance(Duration.ofDays(1));
        assertThat(client.submit("board", "ben", 500)).isEqualTo("COUNTED");
        assertThat(client.submit("board", "ann", 500)).isEqualTo("QUARANTINED [STEP]");
        Answer removed = client.submit(QuarantineClient.input("board", "cleo", "7"));
        assertThat(removed.at("status")).isEqualTo("COUNTED");
    }

    @Test
    void limitsSubmissionsInSlidingTime() {
        client.create("board", "MAX", RATE);
        for (int n = 0; n < 3; n++) {
            assertThat(client.submit("board", "ann", n)).isEqualTo("COUNTED");
            clock.advance(Duration.ofSeconds(10));
        }
        assertThat(client.submit("board", "ann", 4)).isEqualTo("QUARANTINED [RATE]");
        assertThat(client.submit("board", "ben", 4)).isEqualTo("COUNTED");
        // The first one was received a minute ago, but the quarantined one counts for the rate.
        clock.advance(Duration.ofSeconds(30));
        assertThat(client.submit("board", "ann", 5)).isEqualTo("QUARANTINED [RATE]");
        clock.advance(Duration.ofSeconds(20));
        // Two of the last minute, of 12:00:30 and 12:01:00; those of 12:00:20 and before are older.
        assertThat(client.submit("board", "ann", 6)).isEqualTo("COUNTED");
        assertThat(client.submit("board", "ann", 7)).isEqualTo("QUARANTINED [RATE]");
    }

    @Test
    void countsRateWithinBatch() {
        client.create("board", "MAX", RATE);
        client.create("other", "MAX", RATE);
        List<Map<String, Object>> items = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
            Map<String, Object> item = QuarantineClient.input("board", "ann", n);
            // The second repeats the first, and counts for nothing.
            item.put("idempotencyKey", "key-" + Math.max(n, 1));
            item.put("score", Integer.toString(Math.max(n, 1)));
            items.add(item);
            items.add(QuarantineClient.input("other", "ann", n));
        }
        items.add(QuarantineClient.input("board", "ann", 9));
        items.add(QuarantineClient.input("nowhere", "ann", 9));
        assertThat(new ScoreClient(client.graphQL())
                        .submitAll(items).list("results").stream()
                                .map(result -> result.at("receipt") == null
                                        ? result.at("errors", 0, "code")
                                        : result.at("receipt", "status")))
                .containsExactly(
                        "COUNTED",
                        "COUNTED",
                        "DUPLICATE",
                        "COUNTED",
                        "COUNTED",
                        "COUNTED",
                        "COUNTED",
                        "QUARANTINED",
                        "QUARANTINED",
                        "LEADERBOARD_NOT_FOUND");
    }

    @Test
    void namesBothReasons() {
        client.create("board", "INCREMENT", "maxStep: 0, " + RATE);
        assertThat(client.submit("board", "ann", 0)).isEqualTo("COUNTED");
        assertThat(client.submit("board", "ann", 1)).isEqualTo("QUARANTINED [STEP]");
        assertThat(client.submit("board", "ann", 0)).isEqualTo("COUNTED");
        assertThat(client.submit("board", "ann", 1)).isEqualTo("QUARANTINED [STEP, RATE]");
    }

    @Test
    void limitsCanChangeAndBeRemoved() {
        client.create("board", "INCREMENT", "decimals: 1, maxStep: 10, " + RATE);
        client.submit("board", "ann", 20);
        assertThat(update("{\"leaderboardKey\": \"board\", \"maxStep\": \"20.5\", \"maxSubmissionRate\": {"
                                + "\"submissionCount\": 1, \"duration\": \"P1D\"}}")
                        .at("leaderboard"))
                .hasToString("{maxStep=20.5, maxSubmissionRate={submissionCount=1, duration=PT24H}, version=2}");
        assertThat(client.submit("board", "ann", 20)).isEqualTo("QUARANTINED [RATE]");
        assertThat(update("{\"leaderboardKey\": \"board\", \"name\": \"Board\"}")
                        .at("leaderboard", "maxStep"))
                .isEqualTo("20.5");
        assertThat(update("{\"leaderboardKey\": \"board\", \"maxStep\": null, \"maxSubmissionRate\": null}")
                        .at("leaderboard"))
                .hasToString("{maxStep=null, maxSubmissionRate=null, version=4}");
        assertThat(client.submit("board", "ann", 1_000)).isEqualTo("COUNTED");
        assertThat(client.standings("board")).containsExactly("1 ann 1000.0");
    }

    private Answer update(String input) {
        return client.graphQL().sendRaw(UPDATE, "{\"input\": " + input + "}").node("data", "updateLeaderboard");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "maxStep": "-1" | NUMBER_OUT_OF_RANGE | maxStep
            "maxStep": "0.5" | SCORE_TOO_MANY_DECIMALS | maxStep
            "maxStep": "far" | SCORE_NOT_A_NUMBER | maxStep
            "maxStep": "9223372036854775808" | SCORE_OUT_OF_RANGE | maxStep
            "maxSubmissionRate": {"submissionCount": 0, "duration": "PT1S"} | NUMBER_OUT_OF_RANGE \
                | maxSubmissionRate, submissionCount
            "maxSubmissionRate": {"submissionCount": 1001, "duration": "PT1S"} | NUMBER_OUT_OF_RANGE \
                | maxSubmissionRate, submissionCount
            "maxSubmissionRate": {"submissionCount": 1, "duration": "PT0.9S"} | DURATION_OUT_OF_RANGE | maxSubmissionRate, duration
            "maxSubmissionRate": {"submissionCount": 1, "duration": "P7DT1S"} | DURATION_OUT_OF_RANGE | maxSubmissionRate, duration
            "maxSubmissionRate": {"submissionCount": 1, "duration": "often"} | INVALID_DURATION | maxSubmissionRate, duration
            """)
    void rejectsInvalidLimits(String limit, String code, String path) {
        client.create("board", "MAX", "maxStep: 1");
        Answer refused = update("{\"leaderboardKey\": \"board\", " + limit + "}");
        assertThat(refused.at("leaderboard")).isNull();
        assertThat(refused.at("errors", 0, "code")).isEqualTo(code);
        assertThat(refused.at("errors", 0, "path")).hasToString("[input, " + path + "]");
    }

    /** What the service derives from activity is neither quarantined nor limited. */
    @Test
    void doesNotLimitScoresOfPolicies() {
        client.create("points", "INCREMENT", "maxStep: 1, maxSubmissionRate: {submissionCount: 1, duration: \"P1D\"}");
        client.graphQL().ask("""
                        mutation { createScoringPolicy(input: {key: "wins", counters: [{name: "wins", eventTypes: ["won"]}],
                          pillars: [{name: "total", leaderboardKey: "points", terms: [{source: "wins", weight: "10"}]}]}) {
                          scoringPolicy { key } errors { code message } } }
                        """).text("data", "createScoringPolicy", "scoringPolicy", "key");
        for (int n = 0; n < 3; n++) {
            client.graphQL()
                    .ask("mutation { recordActivity(input: {externalId: \"" + n
                            + "\", eventType: \"won\", actor: {externalId: \"ann\"}})"
                            + " { receipt { duplicate } errors { code } } }")
                    .node("data", "recordActivity", "receipt");
        }
        assertThat(client.standings("points")).containsExactly("1 ann 30");
    }
}
