package laurel.policy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What makes no sense is refused when it is defined, by name and place; nothing of it is kept. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PolicyRefusalTest {
    private static final String REFUSAL = " { ... on Refusal { code path } } }";

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeAll
    void start() {
        client = server.client();
        board(
                "good",
                "updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}, {kind: CUSTOM, key: \"r\","
                        + " interval: \"P1D\", length: \"P7D\"}]");
        board("taken", "updateMode: INCREMENT");
        board(
                "abroad",
                "updateMode: INCREMENT, groupings: [[], [\"campus\"]],"
                        + " groupOverrides: [{group: {campus: \"t\"}, zone: \"Asia/Tokyo\"}]");
        board("best", "updateMode: MAX");
        board("replayed", "updateMode: INCREMENT, clock: SUBMISSIONS");
        board("hourly", "updateMode: INCREMENT, windowDefinitions: [{kind: HOURLY}]");
        board("shifts", "updateMode: INCREMENT, windowDefinitions: [{kind: CUSTOM, key: \"s\", interval: \"PT24H\"}]");
        board(
                "noons",
                "updateMode: INCREMENT, windowDefinitions: [{kind: CUSTOM, key: \"n\", interval: \"P1D\","
                        + " anchor: \"2025-01-01T12:00:00Z\"}]");
        streak("daily", "unit: DAY");
        streak("weekly", "unit: WEEK");
        streak("elsewhere", "unit: DAY, days: {zone: \"Asia/Tokyo\"}");
        assertThat(define("other", "", "{name: \"p\", terms: [{of: \"c\"}], leaderboard: \"taken\"}"))
                .isEqualTo(Map.of());
    }

    private void board(String key, String fields) {
        client.ask("mutation { createLeaderboard(input: {key: \"" + key + "\", " + fields
                        + "}) { ... on Leaderboard { id } ... on Refusal { message } } }")
                .text("data", "createLeaderboard", "id");
    }

    private void streak(String key, String fields) {
        Answer made = client.ask("mutation { defineStreak(input: {key: \"" + key + "\", " + fields + "})" + REFUSAL);
        assertThat(made.at("data", "defineStreak")).isEqualTo(Map.of());
    }

    /** Nothing, or the refusal. */
    private Object define(String key, String counters, String pillars) {
        String document = "mutation { defineScoringPolicy(input: {key: \"" + key
                + "\", counters: [{name: \"c\", eventTypes: [\"seen\"]} " + counters + "], pillars: [" + pillars + "]})"
                + REFUSAL;
        return new HashMap<>((Map<?, ?>) requireNonNull(client.ask(document).at("data", "defineScoringPolicy")));
    }

    @ParameterizedTest(name = "{0} at {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            COUNTER_NOT_FOUND | 0 terms 0 of     | {name: "p", terms: [{of: "nobody"}]}
            COUNTER_NOT_FOUND | 1 terms 1 of     | {name: "p", terms: [{of: "c"}]}, {name: "q", terms: [{of: "c"}, {of: "x"}]}
            NEGATIVE_CAP    | 0 terms 0 cap    | {name: "p", terms: [{of: "c", cap: "-0.1"}]}
            PILLAR_CYCLE    | 0 terms 0 of     | {name: "p", terms: [{of: "p"}]}
            PILLAR_CYCLE    | 0 terms 0 of     | {name: "p", terms: [{of: "q"}]}, {name: "q", terms: [{of: "r"}]}, \
                                                 {name: "r", terms: [{of: "p"}]}
            PILLAR_CYCLE    | 1 terms 0 of     | {name: "o", terms: [{of: "p"}]}, {name: "p", terms: [{of: "q"}]}, \
                                                 {name: "q", terms: [{of: "p"}]}
            SCORE_TOO_MANY_DECIMALS | 0 terms 0 weight | {name: "p", terms: [{of: "c", weight: "0.1234567891"}]}
            SCORE_NOT_A_NUMBER    | 0 terms 0 cap    | {name: "p", terms: [{of: "c", cap: "ten"}]}
            INVALID_POLICY  | 0 terms 0 weight | {name: "p", terms: [{of: "c", weight: "1000001"}]}
            INVALID_POLICY  | 0 terms          | {name: "p", terms: []}
            INVALID_POLICY  | 0 name           | {name: "P", terms: [{of: "c"}]}
            INVALID_POLICY  | 0 name           | {name: "c", terms: [{of: "c"}]}
            INVALID_POLICY  | 1 name           | {name: "p", terms: [{of: "c"}]}, {name: "p", terms: [{of: "c"}]}
            INVALID_POLICY  | 0 multiplier to  | {name: "p", terms: [{of: "c"}], multiplier: {streak: "daily", from: 3, to: 3}}
            INVALID_POLICY  | 0 multiplier least  | {name: "p", terms: [{of: "c"}], multiplier: {streak: "daily", least: "-1"}}
            INVALID_POLICY  | 0 multiplier streak | {name: "p", terms: [{of: "c"}], multiplier: {streak: "nothing"}}
            INVALID_POLICY  | 0 multiplier streak | {name: "p", terms: [{of: "c"}], multiplier: {streak: "weekly"}}
            INVALID_POLICY  | 0 multiplier streak | {name: "p", terms: [{of: "c"}], multiplier: {streak: "elsewhere"}}
            INVALID_POLICY  | 0 leaderboard    | {name: "p", terms: [{of: "c"}], leaderboard: "nowhere"}
            INVALID_POLICY  | 0 leaderboard    | {name: "p", terms: [{of: "c"}], leaderboard: "best"}
            INVALID_POLICY  | 0 leaderboard    | {name: "p", terms: [{of: "c"}], leaderboard: "replayed"}
            INVALID_POLICY  | 0 leaderboard    | {name: "p", terms: [{of: "c"}], leaderboard: "hourly"}
            INVALID_POLICY  | 0 leaderboard    | {name: "p", terms: [{of: "c"}], leaderboard: "shifts"}
            INVALID_POLICY  | 0 leaderboard    | {name: "p", terms: [{of: "c"}], leaderboard: "noons"}
            INVALID_POLICY  | 0 leaderboard    | {name: "p", terms: [{of: "c"}], leaderboard: "taken"}
            INVALID_POLICY  | 0 leaderboard    | {name: "p", terms: [{of: "c"}], leaderboard: "abroad"}
            INVALID_POLICY  | 1 leaderboard    | {name: "p", terms: [{of: "c"}], leaderboard: "good"}, \
                                                 {name: "q", terms: [{of: "c"}], leaderboard: "good"}
            """)
    void aPillarThatMakesNoSenseIsRefused(String code, String path, String pillars) {
        assertThat(define("wrong", "", pillars))
                .isEqualTo(Map.of("code", code, "path", List.of(("input pillars " + path).split(" "))));
        assertThat(client.ask("{ scoringPolicy(key: \"wrong\") { key } }").at("data", "scoringPolicy"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            counters 1 eventTypes | {name: "x", eventTypes: []}
            counters 1 eventTypes | {name: "x", eventTypes: ["Seen"]}
            counters 1 eventTypes | {name: "x", eventTypes: ["-seen"]}
            counters 1 eventTypes | {name: "x", eventTypes: ["seen", "met"], count: PEERS}
            counters 1 eventTypes | {name: "x", eventTypes: ["seen"], count: PEERS, part: PARTIES}
            counters 1 name       | {name: "c", eventTypes: ["seen"]}
            counters 1 name       | {name: "", eventTypes: ["seen"]}
            """)
    void aCounterThatMakesNoSenseIsRefused(String path, String counter) {
        assertThat(define("wrong", counter, "{name: \"p\", terms: [{of: \"c\"}]}"))
                .isEqualTo(Map.of("code", "INVALID_POLICY", "path", List.of(("input " + path).split(" "))));
    }

    @Test
    void aBoardIsFedByTheSamePillarInAllVersions() {
        board("lasting", "updateMode: INCREMENT");
        assertThat(define("renamed", "", "{name: \"a\", terms: [{of: \"c\"}], leaderboard: \"lasting\"}"))
                .isEqualTo(Map.of());

        assertThat(define("renamed", "", "{name: \"b\", terms: [{of: \"c\"}], leaderboard: \"lasting\"}"))
                .isEqualTo(Map.of("code", "INVALID_POLICY", "path", List.of("input", "pillars", "0", "leaderboard")));
    }

    @Test
    void aPillarFeedsTheSameBoardInAllVersions() {
        assertThat(define("fixed", "", "{name: \"p\", terms: [{of: \"c\"}]}")).isEqualTo(Map.of());

        assertThat(define("fixed", "", "{name: \"p\", terms: [{of: \"c\"}], leaderboard: \"good\"}"))
                .isEqualTo(Map.of("code", "INVALID_POLICY", "path", List.of("input", "pillars", "0", "leaderboard")));
    }
}
