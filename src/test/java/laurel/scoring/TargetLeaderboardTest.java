package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A leaderboard that a policy scores: updates after which the policy could not score it are rejected.
 */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class TargetLeaderboardTest {
    private static final String HALF_HOURS =
            "windowDefinitions: [{kind: DAILY}, {kind: CUSTOM, key: \"half\", interval: \"PT30M\"}]";

    @Inject
    LaurelServer server;

    private CampusClient campuses;

    @BeforeEach
    void start() {
        campuses = new CampusClient(server.client());
        campuses.createLeaderboardAndPolicy();
    }

    /** Updates the leaderboard, and returns the new version or the error. */
    private Map<?, ?> update(int version, String fields) {
        return update("board", version, fields);
    }

    private Map<?, ?> update(String key, int version, String fields) {
        Answer answer = server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"" + key + "\", expectedVersion: " + version
                        + ", " + fields + "}) { leaderboard { version } errors { code path } } }");
        return new HashMap<>((Map<?, ?>)
                answer.node("data", "updateLeaderboard").changed("leaderboard").json());
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            windowDefinitions        | windowDefinitions: [{kind: DAILY}, {kind: CUSTOM, key: "half", interval: "PT30M"}]
            windowDefinitions        | windowDefinitions: [{kind: CUSTOM, key: "shift", interval: "PT8H", length: "PT90M"}]
            windowDefinitions        | windowDefinitions: [{kind: CUSTOM, key: "noon", interval: "P1D", anchorTime: \
                "2025-01-01T12:30:00Z"}]
            updateMode     | updateMode: MAX
            clock          | clock: SUBMISSIONS
            timeZoneAttribute | timeZoneAttribute: "campus"
            groupOverrides | groupOverrides: [{group: {campus: "north"}, timeZone: "Asia/Tokyo"}]
            groupOverrides | groupOverrides: [{group: {campus: "east"}, timeZone: "Asia/Tokyo"}]
            """)
    void rejectsUpdateThatPolicyCannotScore(String field, String fields) {
        assertThat(update(1, fields))
                .isEqualTo(Map.of("code", "LEADERBOARD_FED_BY_POLICY", "path", List.of("input", field)));
        assertThat(server.client()
                        .ask("{ leaderboard(key: \"board\") { version } }")
                        .at("data", "leaderboard", "version"))
                .isEqualTo(1);
    }

    /** The directory can change, so an override cannot be kept equal to it. */
    @Test
    void rejectsTimeZoneOfOverrideIfDayRuleFollowsDirectory() {
        campuses = new CampusClient(server.client(), CampusClient.Campuses.DIRECTORY);
        campuses.createLeaderboardAndPolicy("followed", "followed");
        assertThat(update(
                        "followed", 1, "groupOverrides: [{group: {campus: \"east\"}, timeZone: \"Pacific/Auckland\"}]"))
                .isEqualTo(Map.of("code", "LEADERBOARD_FED_BY_POLICY", "path", List.of("input", "groupOverrides")));
        assertThat(update("followed", 1, "timeZoneAttribute: null")).isEqualTo(Map.of("version", 2));
    }

    @Test
    void acceptsUpdateThatPolicyCanScore() {
        assertThat(update(
                        1,
                        "name: \"Board\", minScore: 0, windowDefinitions: [{kind: WEEKLY}, {kind: CUSTOM, key: \"rolling\","
                                + " interval: \"P1D\", length: \"P7D\"}]"))
                .isEqualTo(Map.of("version", 2));
        String hours =
                "{kind: HOURLY}, {kind: CUSTOM, key: \"shift\", interval: \"PT8H\"}, {kind: CUSTOM, key: \"noon\","
                        + " interval: \"P1D\", anchorTime: \"2025-01-01T12:00:00Z\"}";
        assertThat(update(2, "windowDefinitions: [" + hours + "]")).isEqualTo(Map.of("version", 3));
        assertThat(update(3, "groupOverrides: []")).isEqualTo(Map.of("version", 4));
    }

    @Test
    void acceptsAnyUpdateOfRecreatedLeaderboardWithoutPolicy() {
        server.client()
                .ask(
                        "mutation { deleteLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: 1}) { __typename } }")
                .text("data", "deleteLeaderboard", "__typename");
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", updateMode: INCREMENT}) {"
                        + " leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");

        assertThat(update(1, HALF_HOURS)).isEqualTo(Map.of("version", 2));
        assertThat(createVersion().at("path")).isEqualTo(List.of("input", "pillars", "0", "leaderboardKey"));
    }

    /** Creates a further version of the policy. */
    private Answer createVersion() {
        return campuses.policies()
                .define(Map.of(
                        "key", "seen",
                        "counters", List.of(Map.of("name", "seen", "eventTypes", List.of("seen"))),
                        "pillars",
                                List.of(Map.of(
                                        "name", "total",
                                        "leaderboardKey", "board",
                                        "terms", List.of(Map.of("source", "seen", "weight", "2"))))));
    }

    @Test
    void rejectsActivationIfLeaderboardIsUnsuitable() {
        createVersion().text("key");
        // An older release accepted such an update.
        server.database()
                .sql()
                .of("UPDATE leaderboard SET version = version + 1,"
                        + " window_definitions = '[{\"kind\": \"CUSTOM\", \"key\": \"half\","
                        + " \"anchorTime\": \"2025-01-01T00:00:00Z\", \"interval\": \"PT30M\", \"length\": \"PT30M\"}]'"
                        + " WHERE key = 'board' AND app_id = :app")
                .bind("app", server.appId())
                .execute();

        Answer rejected = campuses.policies().activate(Map.of("scoringPolicyKey", "seen", "versionNumber", 2));

        assertThat(rejected.at("code")).isEqualTo("LEADERBOARD_NOT_SUITABLE");
        assertThat(rejected.at("path")).isEqualTo(List.of("input", "versionNumber"));
        assertThat(update(2, "name: \"Board\"")).isEqualTo(Map.of("version", 3));
        assertThat(update(3, "windowDefinitions: [{kind: DAILY}]")).isEqualTo(Map.of("version", 4));
        assertThat(campuses.policies()
                        .activate(Map.of("scoringPolicyKey", "seen", "versionNumber", 2))
                        .at("activeVersion", "number"))
                .isEqualTo(2);
    }
}
