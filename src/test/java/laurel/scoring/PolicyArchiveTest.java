package laurel.scoring;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An archived policy scores nothing. Once it is unarchived, it scores the changes in between. */
class PolicyArchiveTest {
    private static final String SELECTION = " { scoringPolicy { key state archivedAt } errors { code message path"
            + " ... on VersionConflictError { currentVersion } } } }";

    private static LaurelServer service;
    private LaurelServer server;
    private ActivityClient activity;
    private PolicyClient policies;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-13T12:00:00Z")),
                Map.of("laurel.limits.scoring-policies", 2, "laurel.activity.batch-size", 2));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        server = service.inNewApp();
        activity = new ActivityClient(server.client());
        policies = new PolicyClient(server.client());
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", updateMode: INCREMENT, gracePeriod: \"P7D\","
                        + " windowDefinitions: [{kind: WEEKLY}]}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        server.client()
                .ask("mutation { createStreak(input: {key: \"daily\"}) { streak { key } } }")
                .text("data", "createStreak", "streak", "key");
    }

    /** Creates a policy or a version of it: one point per event, times the length of the streak. */
    private Answer define(String key, String leaderboard) {
        return policies.defineMultipliedEventCount(key, leaderboard, "daily");
    }

    private Answer change(String mutation, String input) {
        return server.client()
                .ask("mutation { " + mutation + "(input: {scoringPolicyKey: \"p\"" + input + "})" + SELECTION)
                .payload(mutation);
    }

    private void record(String participant, String day) {
        activity.recordAll(List.of(event(participant + day, "seen", participant, day + "T10:00:00Z")));
    }

    private Map<String, String> weeklyScores() {
        return policies.windowScores("board", Map.of("definition", "weekly", "at", "2025-07-13T12:00:00Z"));
    }

    private String keys(String arguments) {
        return server
                .client()
                .ask("{ scoringPolicies" + arguments + " { nodes { key } } }")
                .list("data", "scoringPolicies", "nodes")
                .stream()
                .map(one -> one.text("key"))
                .toList()
                .toString();
    }

    @Test
    void scoresChangesInBetweenAfterUnarchiving() {
        define("p", "board");
        record("ann", "2025-07-10");
        record("ann", "2025-07-12");
        assertThat(weeklyScores()).isEqualTo(Map.of("ann", "2"));

        Answer archived = change("archiveScoringPolicy", ", expectedVersion: 1");

        assertThat(archived.at("state")).isEqualTo("ARCHIVED");
        assertThat(archived.at("archivedAt")).isEqualTo("2025-07-13T12:00:00Z");
        assertThat(change("archiveScoringPolicy", "").json()).isEqualTo(archived.json());
        record("ann", "2025-07-11");
        for (int n = 0; n < 5; n++) {
            record("other-" + n, "2025-07-13");
        }
        server.drainActivity();
        server.runJobs();
        assertThat(weeklyScores()).isEqualTo(Map.of("ann", "2"));

        var jobs = new JobClient(server);
        String job = jobs.start("unarchiveScoringPolicy", Map.of("scoringPolicyKey", "p"))
                .text("job", "id");

        server.runJobs();
        assertThat(jobs.job(job).at("state")).isEqualTo("SUCCEEDED");
        assertThat(weeklyScores())
                .isEqualTo(Map.of(
                        "ann", "6", "other-0", "1", "other-1", "1", "other-2", "1", "other-3", "1", "other-4", "1"));
        Answer active = change("unarchiveScoringPolicy", "");
        assertThat(active.at("state")).isEqualTo("ACTIVE");
        assertThat(active.at("archivedAt")).isNull();
        record("ben", "2025-07-13");
        assertThat(weeklyScores()).containsEntry("ben", "1");
    }

    @Test
    void scoresOnlyDaysThatChangedInBetween() {
        record("ann", "2025-07-09");
        record("ann", "2025-07-10");
        define("p", "board");
        change("archiveScoringPolicy", "");
        record("ann", "2025-07-07");
        record("ann", "2025-07-13");
        server.drainActivity();

        change("unarchiveScoringPolicy", "");
        server.runJobs();

        assertThat(weeklyScores()).isEqualTo(Map.of("ann", "2"));
    }

    @Test
    void rejectsChangesOfArchivedPolicy() {
        define("p", "board");
        change("archiveScoringPolicy", "");

        assertThat(errors(policies.activate(Map.of("scoringPolicyKey", "p", "versionNumber", 1))))
                .isEqualTo("SCORING_POLICY_ARCHIVED [input, scoringPolicyKey]");
        assertThat(errors(define("p", "board"))).isEqualTo("SCORING_POLICY_ARCHIVED [input, scoringPolicyKey]");
        assertThat(errors(policies.installSocial(Map.of("key", "p"))))
                .isEqualTo("SCORING_POLICY_ARCHIVED [input, key]");
        Answer conflict = change("unarchiveScoringPolicy", ", expectedVersion: 2");
        assertThat(errors(conflict)).isEqualTo("VERSION_CONFLICT [input, expectedVersion]");
        assertThat(conflict.at("currentVersion")).isEqualTo(1);
        assertThat(errors(server.client()
                        .ask("mutation { archiveScoringPolicy(input: {scoringPolicyKey: \"q\"})" + SELECTION)
                        .payload("archiveScoringPolicy")))
                .isEqualTo("SCORING_POLICY_NOT_FOUND [input, scoringPolicyKey]");
    }

    private static String errors(Answer answer) {
        return answer.at("code") + " " + answer.at("path");
    }

    @Test
    void listsArchivedPolicyOnRequestAndFreesItsPlaceInLimit() {
        define("p", "board");
        // Policies with the streak of this test, whose days are in UTC.
        Map<String, Object> days = Map.of("kind", "FIXED");
        policies.installSocial(Map.of("dayRule", days)).text("key");
        assertThat(keys("")).isEqualTo("[p, social]");
        change("archiveScoringPolicy", "");
        assertThat(keys("")).isEqualTo("[social]");
        assertThat(keys("(filter: {archived: ONLY})")).isEqualTo("[p]");
        assertThat(keys("(filter: {archived: INCLUDE})")).isEqualTo("[p, social]");

        assertThat(errors(define("q", "board"))).isEqualTo("LEADERBOARD_TAKEN [input, pillars, 0, leaderboardKey]");
        policies.installSocial(Map.of("key", "r", "leaderboardKeyPrefix", "r-", "dayRule", days))
                .text("key");

        assertThat(keys("")).isEqualTo("[r, social]");
        assertThat(errors(change("unarchiveScoringPolicy", ""))).isEqualTo("LIMIT_REACHED [input, scoringPolicyKey]");
    }

    /** The leaderboard keeps its scores, but it can be updated so that the policy cannot score it. */
    @Test
    void acceptsAnyUpdateOfLeaderboardOfArchivedPolicy() {
        define("p", "board");
        assertThat(update("[{kind: CUSTOM, key: \"half\", interval: \"PT30M\"}]"))
                .isEqualTo("LEADERBOARD_FED_BY_POLICY");
        change("archiveScoringPolicy", "");
        assertThat(update("[{kind: CUSTOM, key: \"half\", interval: \"PT30M\"}]"))
                .isEqualTo("null");
        assertThat(errors(change("unarchiveScoringPolicy", "")))
                .isEqualTo("LEADERBOARD_NOT_SUITABLE [input, scoringPolicyKey]");
        assertThat(update("[{kind: WEEKLY}]")).isEqualTo("null");
        assertThat(change("unarchiveScoringPolicy", "").at("state")).isEqualTo("ACTIVE");
    }

    private String update(String windows) {
        return String.valueOf(server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"board\", windowDefinitions: " + windows
                        + "}) { leaderboard { version } errors { code } } }")
                .payload("updateLeaderboard")
                .at("code"));
    }
}
