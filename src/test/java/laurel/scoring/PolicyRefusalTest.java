package laurel.scoring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
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

/** Invalid policies are rejected with code and path when they are created; nothing is stored. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PolicyRefusalTest {
    private static final String SELECTION = " { scoringPolicy { key } errors { code path } } }";

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeAll
    void start() {
        client = server.client();
        createLeaderboard(
                "good",
                "updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}, {kind: CUSTOM, key: \"r\","
                        + " interval: \"P1D\", length: \"P7D\"}]");
        createLeaderboard("taken", "updateMode: INCREMENT");
        createLeaderboard(
                "abroad",
                "updateMode: INCREMENT, groupings: [[], [\"campus\"]],"
                        + " groupOverrides: [{group: {campus: \"t\"}, timeZone: \"Asia/Tokyo\"}]");
        createLeaderboard("best", "updateMode: MAX");
        createLeaderboard(
                "mixed",
                "updateMode: INCREMENT, groupings: [[], [\"campus\"]],"
                        + " groupOverrides: [{group: {campus: \"t\"}, updateMode: MAX}]");
        createLeaderboard("replayed", "updateMode: INCREMENT, clock: SUBMISSIONS");
        createLeaderboard(
                "halves",
                "updateMode: INCREMENT, windowDefinitions: [{kind: CUSTOM, key: \"h\", interval: \"PT30M\"}]");
        createLeaderboard(
                "shifts",
                "updateMode: INCREMENT, windowDefinitions: [{kind: CUSTOM, key: \"s\", interval: \"PT8H\","
                        + " length: \"PT90M\"}]");
        createLeaderboard(
                "noons",
                "updateMode: INCREMENT, windowDefinitions: [{kind: CUSTOM, key: \"n\", interval: \"P1D\","
                        + " anchorTime: \"2025-01-01T12:30:00Z\"}]");
        createStreak("daily", "period: DAY");
        createStreak("weekly", "period: WEEK");
        createStreak("elsewhere", "period: DAY, dayRule: {timeZone: \"Asia/Tokyo\"}");
        assertThat(create("other", "", "{name: \"p\", terms: [{source: \"c\"}], leaderboardKey: \"taken\"}"))
                .isEqualTo(Map.of());
    }

    private void createLeaderboard(String key, String fields) {
        client.ask("mutation { createLeaderboard(input: {key: \"" + key + "\", " + fields
                        + "}) { leaderboard { id } errors { message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private void createStreak(String key, String fields) {
        client.ask("mutation { createStreak(input: {key: \"" + key + "\", " + fields + "}) { streak { key } } }")
                .text("data", "createStreak", "streak", "key");
    }

    /** Creates a policy, and returns the error; an empty map if there is none. */
    private Object create(String key, String counters, String pillars) {
        return create(key, counters, pillars, "");
    }

    private Object create(String key, String counters, String pillars, String burst) {
        return change(client, "createScoringPolicy", "key: \"" + key + "\"", counters, pillars, burst);
    }

    /** Creates a further version, and returns the error; an empty map if there is none. */
    private Object createVersion(String key, String pillars) {
        return change(client, "createScoringPolicyVersion", "scoringPolicyKey: \"" + key + "\"", "", pillars, "");
    }

    private static Object change(
            GraphQLClient app, String mutation, String key, String counters, String pillars, String burst) {
        String document =
                "mutation { " + mutation + "(input: {" + key + ", counters: [{name: \"c\", eventTypes: [\"seen\"]} "
                        + counters + "], pillars: [" + pillars + "] " + burst + "})" + SELECTION;
        Answer answer = app.ask(document).node("data", mutation);
        return answer.list("errors").isEmpty() ? Map.of() : requireNonNull(answer.at("errors", 0));
    }

    @ParameterizedTest(name = "{0} at {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            COUNTER_NOT_FOUND | 0 terms 0 source | {name: "p", terms: [{source: "missing"}]}
            COUNTER_NOT_FOUND | 1 terms 1 source | {name: "p", terms: [{source: "c"}]}, \
                {name: "q", terms: [{source: "c"}, {source: "x"}]}
            NUMBER_OUT_OF_RANGE | 0 terms 0 cap | {name: "p", terms: [{source: "c", cap: "-0.1"}]}
            PILLAR_CYCLE | 0 terms 0 source | {name: "p", terms: [{source: "p"}]}
            PILLAR_CYCLE | 0 terms 0 source | {name: "p", terms: [{source: "q"}]}, {name: "q", terms: [{source: "r"}]}, \
                                                 {name: "r", terms: [{source: "p"}]}
            PILLAR_CYCLE | 1 terms 0 source | {name: "o", terms: [{source: "p"}]}, {name: "p", terms: [{source: "q"}]}, \
                                                 {name: "q", terms: [{source: "p"}]}
            TOO_MANY_DECIMALS | 0 terms 0 weight | {name: "p", terms: [{source: "c", weight: "0.1234567891"}]}
            INVALID_NUMBER | 0 terms 0 cap | {name: "p", terms: [{source: "c", cap: "ten"}]}
            NUMBER_OUT_OF_RANGE | 0 terms 0 weight | {name: "p", terms: [{source: "c", weight: "1000001"}]}
            LIST_EMPTY | 0 terms | {name: "p", terms: []}
            INVALID_KEY | 0 name | {name: "P", terms: [{source: "c"}]}
            DUPLICATE_NAME | 0 name | {name: "c", terms: [{source: "c"}]}
            DUPLICATE_NAME | 1 name | {name: "p", terms: [{source: "c"}]}, {name: "p", terms: [{source: "c"}]}
            NUMBER_OUT_OF_RANGE | 0 multiplier maxDayCount | {name: "p", terms: [{source: "c"}], \
                multiplier: {streakKey: "daily", minDayCount: 3, maxDayCount: 3}}
            NUMBER_OUT_OF_RANGE | 0 multiplier minFactor | {name: "p", terms: [{source: "c"}], \
                multiplier: {streakKey: "daily", minFactor: "-1"}}
            STREAK_NOT_FOUND | 0 multiplier streakKey | {name: "p", terms: [{source: "c"}], multiplier: {streakKey: "nothing"}}
            STREAK_NOT_SUITABLE | 0 multiplier streakKey | {name: "p", terms: [{source: "c"}], multiplier: {streakKey: "weekly"}}
            STREAK_NOT_SUITABLE | 0 multiplier streakKey | {name: "p", terms: [{source: "c"}], \
                multiplier: {streakKey: "elsewhere"}}
            LEADERBOARD_NOT_FOUND | 0 leaderboardKey | {name: "p", terms: [{source: "c"}], leaderboardKey: "nowhere"}
            LEADERBOARD_NOT_SUITABLE | 0 leaderboardKey | {name: "p", terms: [{source: "c"}], leaderboardKey: "best"}
            LEADERBOARD_NOT_SUITABLE | 0 leaderboardKey | {name: "p", terms: [{source: "c"}], leaderboardKey: "mixed"}
            LEADERBOARD_NOT_SUITABLE | 0 leaderboardKey | {name: "p", terms: [{source: "c"}], leaderboardKey: "replayed"}
            LEADERBOARD_NOT_SUITABLE | 0 leaderboardKey | {name: "p", terms: [{source: "c"}], leaderboardKey: "halves"}
            LEADERBOARD_NOT_SUITABLE | 0 leaderboardKey | {name: "p", terms: [{source: "c"}], leaderboardKey: "shifts"}
            LEADERBOARD_NOT_SUITABLE | 0 leaderboardKey | {name: "p", terms: [{source: "c"}], leaderboardKey: "noons"}
            LEADERBOARD_TAKEN | 0 leaderboardKey | {name: "p", terms: [{source: "c"}], leaderboardKey: "taken"}
            LEADERBOARD_NOT_SUITABLE | 0 leaderboardKey | {name: "p", terms: [{source: "c"}], leaderboardKey: "abroad"}
            LEADERBOARD_TAKEN | 1 leaderboardKey | {name: "p", terms: [{source: "c"}], leaderboardKey: "good"}, \
                                                 {name: "q", terms: [{source: "c"}], leaderboardKey: "good"}
            """)
    void rejectsInvalidPillar(String code, String path, String pillars) {
        assertThat(create("wrong", "", pillars))
                .isEqualTo(Map.of("code", code, "path", List.of(("input pillars " + path).split(" "))));
        assertThat(client.ask("{ scoringPolicy(key: \"wrong\") { key } }").at("data", "scoringPolicy"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LIST_EMPTY | counters 1 eventTypes | {name: "x", eventTypes: []}
            INVALID_EVENT_TYPE | counters 1 eventTypes | {name: "x", eventTypes: ["Seen"]}
            INVALID_EVENT_TYPE | counters 1 eventTypes | {name: "x", eventTypes: ["-seen"]}
            AGGREGATION_NOT_SUITABLE | counters 1 eventTypes | {name: "x", eventTypes: ["seen", "met"], aggregation: PEERS}
            AGGREGATION_NOT_SUITABLE | counters 1 eventTypes \
                | {name: "x", eventTypes: ["seen"], aggregation: PEERS, role: PARTIES}
            DUPLICATE_NAME | counters 1 name | {name: "c", eventTypes: ["seen"]}
            INVALID_KEY | counters 1 name | {name: "", eventTypes: ["seen"]}
            """)
    void rejectsInvalidCounter(String code, String path, String counter) {
        assertThat(create("wrong", counter, "{name: \"p\", terms: [{source: \"c\"}]}"))
                .isEqualTo(Map.of("code", code, "path", List.of(("input " + path).split(" "))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LIST_EMPTY | burst eventTypes | eventTypes: []
            LIST_TOO_LONG | burst eventTypes | eventTypes: ["a","b","c","d","e","f","g","h","i","j","k","l","m","n","o","p","q", \
                "r","s","t","u"]
            INVALID_EVENT_TYPE | burst eventTypes | eventTypes: ["Seen"]
            NUMBER_OUT_OF_RANGE | burst maxEventsPerSecond | eventTypes: ["seen"], maxEventsPerSecond: "0"
            NUMBER_OUT_OF_RANGE | burst maxEventsPerSecond | eventTypes: ["seen"], maxEventsPerSecond: "1000.1"
            NUMBER_OUT_OF_RANGE | burst maxEventsPerSecond | eventTypes: ["seen"], maxEventsPerSecond: "0.09"
            NUMBER_OUT_OF_RANGE | burst maxEventsPerSecond | eventTypes: ["seen"], maxEventsPerSecond: "3", duration: "PT1H"
            INVALID_NUMBER | burst maxEventsPerSecond | eventTypes: ["seen"], maxEventsPerSecond: "many"
            INVALID_DURATION | burst duration | eventTypes: ["seen"], duration: "P1M"
            DURATION_OUT_OF_RANGE | burst duration | eventTypes: ["seen"], duration: "PT0.999999S"
            DURATION_OUT_OF_RANGE | burst duration | eventTypes: ["seen"], duration: "PT1H0.000001S"
            """)
    void rejectsInvalidBurstRule(String code, String path, String burst) {
        assertThat(create("wrong", "", "{name: \"p\", terms: [{source: \"c\"}]}", "burst: {" + burst + "}"))
                .isEqualTo(Map.of("code", code, "path", List.of(("input " + path).split(" "))));
    }

    /** The same rule counts once. */
    @Test
    void rejectsMoreThan50BurstRules() {
        GraphQLClient app = server.inNewApp().client();
        assertThat(withBurst(app, "createScoringPolicy", "key", 1)).isEqualTo(Map.of());
        for (int n = 2; n <= 50; n++) {
            assertThat(withBurst(app, "createScoringPolicyVersion", "scoringPolicyKey", n))
                    .isEqualTo(Map.of());
        }
        assertThat(withBurst(app, "createScoringPolicyVersion", "scoringPolicyKey", 51))
                .isEqualTo(Map.of("code", "LIMIT_REACHED", "path", List.of("input", "burst")));
        assertThat(withBurst(app, "createScoringPolicyVersion", "scoringPolicyKey", 7))
                .isEqualTo(Map.of());
    }

    private static Object withBurst(GraphQLClient app, String mutation, String key, int rate) {
        return change(
                app,
                mutation,
                key + ": \"bursts\"",
                "",
                "{name: \"p\", terms: [{source: \"c\"}]}",
                "burst: {eventTypes: [\"seen\"], maxEventsPerSecond: " + rate + "}");
    }

    @Test
    void rejectsOtherPillarForLeaderboardInLaterVersion() {
        createLeaderboard("lasting", "updateMode: INCREMENT");
        assertThat(create("renamed", "", "{name: \"a\", terms: [{source: \"c\"}], leaderboardKey: \"lasting\"}"))
                .isEqualTo(Map.of());

        assertThat(createVersion("renamed", "{name: \"b\", terms: [{source: \"c\"}], leaderboardKey: \"lasting\"}"))
                .isEqualTo(Map.of(
                        "code", "LEADERBOARD_TAKEN", "path", List.of("input", "pillars", "0", "leaderboardKey")));
    }

    @Test
    void rejectsOtherLeaderboardForPillarInLaterVersion() {
        assertThat(create("fixed", "", "{name: \"p\", terms: [{source: \"c\"}]}"))
                .isEqualTo(Map.of());

        assertThat(createVersion("fixed", "{name: \"p\", terms: [{source: \"c\"}], leaderboardKey: \"good\"}"))
                .isEqualTo(Map.of(
                        "code",
                        "PILLAR_LEADERBOARD_FIXED",
                        "path",
                        List.of("input", "pillars", "0", "leaderboardKey")));
    }
}
