package laurel.scoring;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Versions of a policy are previewed and activated. Activation scores the days from its start date again. */
class PolicyVersionTest {
    private static final Map<String, Object> DAYS_OF_CAMPUSES = Map.of(
            "kind",
            "GROUP",
            "timeZone",
            "UTC",
            "groupTimeZones",
            List.of(Map.of("group", Map.of("campus", "tokyo"), "timeZone", "Asia/Tokyo")));

    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");

    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static LaurelServer service;
    private LaurelServer server;
    private ActivityClient activity;
    private PolicyClient policies;

    @BeforeAll
    static void start() {
        service =
                LaurelServer.start(CLOCK, Map.of("laurel.limits.scoring-policies", 2, "laurel.activity.batch-size", 2));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        CLOCK.set(NOON);
        server = service.inNewApp();
        activity = new ActivityClient(server.client());
        policies = new PolicyClient(server.client());
    }

    /** Creates a policy or a version of it. Its pillar is the capped number of events times a weight. */
    private Answer define(String key, String weight, String cap) {
        return policies.define(Map.of(
                "key", key,
                "counters", List.of(Map.of("name", "seen", "eventTypes", List.of("seen"))),
                "pillars",
                        List.of(Map.of(
                                "name", "total",
                                "leaderboardKey", "board",
                                "terms", List.of(Map.of("source", "seen", "weight", weight, "cap", cap))))));
    }

    private void createLeaderboard() {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", updateMode: INCREMENT, gracePeriod: \"P7D\","
                        + " windowDefinitions: [{kind: DAILY}, {kind: WEEKLY}]}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private void record(String participant, int times, String occurredAt) {
        for (int n = 0; n < times; n++) {
            activity.recordAll(List.of(event(participant + occurredAt + n, "seen", participant, occurredAt)));
        }
    }

    private Map<String, String> weeklyScores() {
        return policies.windowScores("board", Map.of("definition", "weekly", "at", "2025-07-13T12:00:00Z"));
    }

    @Test
    void previewsVersionAndScoresDaysFromItsStartDate() {
        createLeaderboard();
        define("p", "1", "10");
        record("ann", 3, "2025-07-12T10:00:00Z");
        record("ben", 2, "2025-07-12T10:00:00Z");
        record("ben", 2, "2025-07-13T10:00:00Z");
        assertThat(define("p", "2", "1").list("versions")).hasSize(2);
        assertThat(weeklyScores()).isEqualTo(Map.of("ann", "3", "ben", "4"));

        Answer preview = server.client()
                .ask(
                        "{ previewScoringPolicyVersion(scoringPolicyKey: \"p\", versionNumber: 2, pillar: \"total\","
                                + " startDate: \"2025-07-12\", endDate: \"2025-07-12\") { participantCount changedCount"
                                + " changes { participant { externalId } previousScore score previousRank rank rankChange } } }")
                .node("data", "previewScoringPolicyVersion");
        assertThat(preview.at("participantCount")).isEqualTo(2);
        assertThat(preview.at("changedCount")).isEqualTo(1);
        assertThat(preview.at("changes", 0))
                .isEqualTo(Map.of(
                        "participant",
                        Map.of("externalId", "ben"),
                        "previousScore",
                        "2",
                        "score",
                        "2",
                        "previousRank",
                        2,
                        "rank",
                        1,
                        "rankChange",
                        1));

        Answer activated =
                policies.activate(Map.of("scoringPolicyKey", "p", "versionNumber", 2, "startDate", "2025-07-13"));

        assertThat(activated.at("activeVersion", "number")).isEqualTo(2);
        assertThat(activated.text("activations"))
                .isEqualTo("[{startDate=null, version={number=1}}, {startDate=2025-07-13, version={number=2}}]");
        assertThat(weeklyScores()).isEqualTo(Map.of("ann", "3", "ben", "4"));
        record("ann", 1, "2025-07-13T11:00:00Z");
        record("ann", 1, "2025-07-12T11:00:00Z");
        assertThat(weeklyScores()).isEqualTo(Map.of("ann", "6", "ben", "4"));
    }

    @Test
    void rejectsActivationOutsideBounds() {
        createLeaderboard();
        define("p", "1", "10");
        define("p", "2", "10");

        assertThat(activate("p", 3, "2025-07-13")).isEqualTo("SCORING_POLICY_VERSION_NOT_FOUND [input, versionNumber]");
        assertThat(activate("q", 1, "2025-07-13")).isEqualTo("SCORING_POLICY_NOT_FOUND [input, scoringPolicyKey]");
        assertThat(activate("p", 2, "2025-06-11")).isEqualTo("DATE_OUT_OF_RANGE [input, startDate]");
        assertThat(activate("p", 2, "2025-08-14")).isEqualTo("DATE_OUT_OF_RANGE [input, startDate]");
        assertThat(activate("p", 2, "2025-07-12")).isEqualTo("null null");
        assertThat(activate("p", 1, "2025-07-11")).isEqualTo("DATE_OUT_OF_RANGE [input, startDate]");
        assertThat(activate("p", 1, "2025-07-12")).isEqualTo("null null");
    }

    @Test
    void scoresManyDaysInParts() {
        createLeaderboard();
        define("p", "1", "10");
        define("p", "2", "10");
        for (int n = 0; n < 5; n++) {
            record("p" + n, 1, "2025-07-13T10:00:00Z");
        }
        assertThat(activate("p", 2, "2025-07-13")).isEqualTo("null null");
        assertThat(weeklyScores().values()).containsExactlyInAnyOrder("2", "2", "1", "1", "1");
        service.runJobs();
        assertThat(weeklyScores().values()).hasSize(5).containsOnly("2");
    }

    @Test
    void scoresActivityBeforePolicyFromStartDate() {
        server.client()
                .ask("mutation { createStreak(input: {key: \"daily\"}) { streak { key } } }")
                .text("data", "createStreak", "streak", "key");
        for (String day : List.of("07", "08", "09", "12", "13")) {
            record("ann", 1, "2025-07-" + day + "T10:00:00Z");
            record("ben", 1, "2025-07-" + day + "T11:00:00Z");
        }
        createLeaderboard();
        define("p", "1", "10");
        assertThat(weeklyScores()).isEmpty();
        assertThat(activate("p", 1, "2025-07-08")).isEqualTo("null null");
        service.runJobs();
        assertThat(weeklyScores()).isEqualTo(Map.of("ann", "4", "ben", "4"));
    }

    private String activate(String key, int version, String startDate) {
        Answer answer =
                policies.activate(Map.of("scoringPolicyKey", key, "versionNumber", version, "startDate", startDate));
        return answer.at("code") + " " + answer.at("path");
    }

    @Test
    void rejectsPolicyAboveLimit() {
        createLeaderboard();
        define("p", "1", "10");
        Map<String, Object> policy = new HashMap<>(
                Map.of("key", "q", "pillars", List.of(Map.of("name", "a", "terms", List.of(Map.of("source", "s"))))));
        policy.put("counters", List.of(Map.of("name", "s", "eventTypes", List.of("seen"))));
        policies.define(policy);

        policy.put("key", "r");
        assertThat(policies.define(policy).at("path")).isEqualTo(List.of("input", "key"));
        policy.put("key", "q");
        assertThat(policies.define(policy).at("key")).isEqualTo("q");
    }

    @Test
    void submitsScoresLaterThatArchivedLeaderboardRejected() {
        createLeaderboard();
        define("p", "1", "10");
        server.client().ask("mutation { archiveLeaderboard(input: {leaderboardKey: \"board\"}) { __typename } }");
        record("ann", 2, "2025-07-13T10:00:00Z");
        Answer pillar = policies.dayScores("ann", "p", "2025-07-13", "2025-07-13")
                .getFirst()
                .node("pillars", 0);
        assertThat(pillar.text("score")).isEqualTo("2");
        assertThat(pillar.text("submittedScore")).isEqualTo("0");

        server.client().ask("mutation { unarchiveLeaderboard(input: {leaderboardKey: \"board\"}) { __typename } }");
        record("ann", 1, "2025-07-13T11:00:00Z");

        assertThat(weeklyScores()).isEqualTo(Map.of("ann", "3"));
    }

    @Test
    void submitsWholeDayScoreToRecreatedLeaderboard() {
        createLeaderboard();
        define("p", "1", "10");
        record("ann", 2, "2025-07-13T10:00:00Z");
        server.client()
                .ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: 1}) { __typename"
                        + " errors { message } } }")
                .text("data", "deleteLeaderboard", "__typename");
        createLeaderboard();
        define("p", "1", "10");

        record("ann", 1, "2025-07-13T11:00:00Z");

        assertThat(weeklyScores()).isEqualTo(Map.of("ann", "3"));
    }

    @Test
    void doesNotSubmitScoreAfterGracePeriod() {
        createLeaderboard();
        define("p", "1", "10");
        CLOCK.set(Instant.parse("2025-07-25T12:00:00Z"));
        record("ann", 1, "2025-07-13T10:00:00Z");

        assertThat(policies.scores("ann", "p", "2025-07-13")).isEqualTo(Map.of("total", "1"));
        assertThat(weeklyScores()).isEmpty();
    }

    @Test
    void submitsDayOfGroupToWindowsOfItsTimeZone() {
        policies.installSocial(Map.of("dayRule", DAYS_OF_CAMPUSES, "gracePeriod", "P1D"));
        Map<String, Object> tokyo = event("t", "room.joined", "ann", "2025-07-12T15:30:00Z");
        tokyo.put("group", Map.of("campus", "tokyo"));
        Map<String, Object> elsewhere = event("e", "room.joined", "ben", "2025-07-12T15:30:00Z");

        activity.recordAll(List.of(tokyo, elsewhere));

        assertThat(policies.scores("ann", "social", "2025-07-13")).containsEntry("engagement", "1");
        assertThat(policies.scores("ben", "social", "2025-07-12")).containsEntry("engagement", "1");
        assertThat(scoresOfCampus("tokyo", "2025-07-12T16:00:00Z")).isEqualTo(Map.of("ann", "1"));
        assertThat(scoresOfCampus("unknown", "2025-07-12T12:00:00Z")).isEqualTo(Map.of("ben", "1"));
        assertThat(policies.windowScores("engagement", Map.of("definition", "daily", "at", "2025-07-13T12:00:00Z")))
                .isEqualTo(Map.of("ann", "1"));
    }

    private Map<String, String> scoresOfCampus(String campus, String time) {
        return policies.windowScores(
                "engagement", Map.of("definition", "daily", "at", time, "group", Map.of("campus", campus)));
    }

    @Test
    void scoresDaysAfterAmnestyWithLongerStreak() {
        policies.installSocial(Map.of("gracePeriod", "P7D"));
        activity.recordAll(List.of(
                event("a", "room.created", "ann", "2025-07-11T10:00:00Z"),
                event("b", "room.created", "ann", "2025-07-13T10:00:00Z")));
        assertThat(policies.scores("ann", "social", "2025-07-13")).containsEntry("overall", "2.00");

        server.client()
                .ask("mutation { grantStreakAmnesty(input: {streakKey: \"daily\", startDate: \"2025-07-12\"})"
                        + " { __typename } }");

        assertThat(policies.scores("ann", "social", "2025-07-13")).containsEntry("overall", "2.03");
        assertThat(policies.windowScores("overall", Map.of("definition", "daily", "at", "2025-07-13T12:00:00Z")))
                .isEqualTo(Map.of("ann", "2.03"));
    }
}
