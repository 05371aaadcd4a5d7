package laurel.score;

import static laurel.score.ScoreClient.with;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Submissions that leave out group values have the participant's own, which are stored with them. */
@LaurelTest
class OwnGroupGraphQLTest {
    private static final String BOARD = "board";

    @Inject
    LaurelServer server;

    private ScoreClient scores;

    @BeforeEach
    void start() {
        scores = new ScoreClient(server.client());
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", updateMode: INCREMENT, maxScore: 100,"
                        + " groupings: [[], [\"campus\"], [\"campus\", \"house\"]],"
                        + " windowDefinitions: [{kind: ALL_TIME}]}) { leaderboard { id } errors { code } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private void own(String who, String group) {
        server.client()
                .ask("mutation { createParticipant(input: {externalId: \"" + who + "\"}) { errors { code } }"
                        + " updateParticipant(input: {participant: {external: {externalId: \"" + who + "\"}}, group: "
                        + group + "}) { participant { id } errors { code } } }")
                .text("data", "updateParticipant", "participant", "id");
    }

    private static Map<String, Object> score(String who, int score) {
        return ScoreClient.score(BOARD, who, score);
    }

    private static Map<String, Object> grouped(String who, int score, Map<String, String> group) {
        return with(score(who, score), "group", group);
    }

    /** A submission that sets the participant's own values, and names none itself. */
    private static Map<String, Object> setting(String who, int score, Map<String, String> group) {
        return with(score(who, score), "participant", Map.of("externalId", who, "group", group));
    }

    private List<String> groups(String who) {
        return StoredEntry.of(server, BOARD).stream()
                .filter(entry -> entry.participant().equals(who))
                .map(entry -> entry.grouping() + " " + entry.score())
                .sorted()
                .toList();
    }

    private List<Object> stored() {
        return server
                .database()
                .sql()
                .of("SELECT group_values::text FROM score_submission WHERE app_id = :app"
                        + " ORDER BY id & ((1::bigint << 40) - 1)")
                .bind("app", server.appId())
                .list(String.class)
                .stream()
                .map(Object.class::cast)
                .toList();
    }

    @Test
    void completesGroupWithOwnValuesAndStoresIt() {
        own("ann", "{campus: \"north\", house: \"red\", colour: \"blue\"}");

        assertThat(scores.submit(score("ann", 1)).text("status")).isEqualTo("COUNTED");
        assertThat(scores.submit(grouped("ann", 2, Map.of("house", "green"))).text("status"))
                .isEqualTo("COUNTED");
        own("ann", "{campus: \"south\", house: \"red\"}");
        assertThat(groups("ann"))
                .containsExactly(
                        "{\"campus\": \"north\"} 3", "{\"house\": \"green\", \"campus\": \"north\"} 3", "{} 3");
        assertThat(scores.submit(score("ann", 3)).text("status")).isEqualTo("COUNTED");

        assertThat(groups("ann"))
                .containsExactly("{\"campus\": \"south\"} 6", "{\"house\": \"red\", \"campus\": \"south\"} 6", "{} 6");
        assertThat(stored())
                .containsExactly(
                        "{\"house\": \"red\", \"campus\": \"north\"}",
                        "{\"house\": \"green\", \"campus\": \"north\"}",
                        "{\"house\": \"red\", \"campus\": \"south\"}");
    }

    @Test
    void rejectsSubmissionIfNeitherHasValue() {
        Answer unknown = scores.submit(score("ann", 1));
        assertThat(unknown.at("code")).isEqualTo("MISSING_GROUP_VALUE");
        assertThat(unknown.at("path")).isEqualTo(List.of("input", "group", "campus"));
        assertThat(unknown.at("message"))
                .isEqualTo(
                        "The leaderboard groups by `campus`, `house`. Neither the submission nor the participant has a value"
                                + " for `campus`.");
        own("ann", "{campus: \"north\"}");
        assertThat(scores.submit(score("ann", 1)).at("path")).isEqualTo(List.of("input", "group", "house"));
        assertThat(scores.submit(grouped("ann", 1, Map.of("house", "red"))).text("status"))
                .isEqualTo("COUNTED");
        own("ann", "null");
        assertThat(scores.submit(grouped("ann", 1, Map.of("house", "red"))).at("code"))
                .isEqualTo("MISSING_GROUP_VALUE");
    }

    @Test
    void usesValuesThatSubmissionOrEarlierOneSets() {
        var north = Map.of("campus", "north", "house", "red");
        Answer results = scores.submitAll(List.of(
                score("ann", 1),
                setting("ann", 2, north),
                score("ann", 3),
                setting("ann", 4, Map.of("campus", "south", "house", "red")),
                score("bob", 5)));
        assertThat(results.at("acceptedCount")).isEqualTo(3);
        assertThat(groups("ann"))
                .containsExactly("{\"campus\": \"south\"} 9", "{\"house\": \"red\", \"campus\": \"south\"} 9", "{} 9");
        assertThat(stored()).element(1).isEqualTo("{\"house\": \"red\", \"campus\": \"north\"}");
        assertThat(scores.submit(score("ann", 1)).text("status")).isEqualTo("COUNTED");
        assertThat(scores.submit(score("bob", 1)).at("code")).isEqualTo("MISSING_GROUP_VALUE");
    }

    /** A submission above the maximum is rejected only when its entry is computed, after later ones were completed. */
    @Test
    void ignoresValuesThatRejectedSubmissionSets() {
        own("ann", "{campus: \"north\", house: \"red\"}");
        Answer results = scores.submitAll(List.of(
                score("ann", 1),
                setting("ann", 1000, Map.of("campus", "south", "house", "red")),
                score("ann", 2),
                setting("bob", 1000, Map.of("campus", "south", "house", "red")),
                score("bob", 2),
                setting("bob", 3, Map.of("campus", "west", "house", "red")),
                setting("bob", 1000, Map.of("campus", "south", "house", "red")),
                score("bob", 4)));
        assertThat(results.at("results", 1, "errors", 0, "code")).isEqualTo("SCORE_OUT_OF_BOUNDS");
        assertThat(results.at("results", 4, "errors", 0, "code")).isEqualTo("MISSING_GROUP_VALUE");
        assertThat(results.at("acceptedCount")).isEqualTo(4);
        assertThat(groups("ann")).contains("{\"campus\": \"north\"} 3");
        assertThat(groups("bob")).contains("{\"campus\": \"west\"} 7");
    }

    @Test
    void comparesRetriesAsSent() {
        own("ann", "{campus: \"north\", house: \"red\"}");
        var keyed = with(score("ann", 1), "idempotencyKey", "once");
        assertThat(scores.submit(keyed).text("status")).isEqualTo("COUNTED");
        own("ann", "{campus: \"south\", house: \"red\"}");
        assertThat(scores.submit(keyed).text("status")).isEqualTo("DUPLICATE");
        own("ann", "null");
        assertThat(scores.submit(keyed).text("status")).isEqualTo("DUPLICATE");
        assertThat(scores.submit(with(keyed, "idempotencyKey", "other")).at("code"))
                .isEqualTo("MISSING_GROUP_VALUE");
        var named = with(keyed, "group", Map.of("campus", "north", "house", "red"));
        assertThat(scores.submit(named).at("code")).isEqualTo("IDEMPOTENCY_CONFLICT");
        var setting = with(setting("ann", 1, Map.of("campus", "north", "house", "red")), "idempotencyKey", "once");
        assertThat(scores.submit(setting).at("code")).isEqualTo("IDEMPOTENCY_CONFLICT");
        assertThat(groups("ann")).contains("{\"campus\": \"north\"} 1");
    }

    @Test
    void derivesEntryInStoredGroup() {
        own("ann", "{campus: \"north\", house: \"red\"}");
        scores.submit(score("ann", 1));
        own("ann", "{campus: \"south\", house: \"red\"}");
        String last = scores.submit(score("ann", 2)).text("submission", "id");
        assertThat(groups("ann")).contains("{\"campus\": \"south\"} 3");
        server.client()
                .ask("mutation { removeSubmission(input: {submissionId: \"" + last + "\"}) { errors { code } } }");
        assertThat(groups("ann"))
                .containsExactly("{\"campus\": \"north\"} 1", "{\"house\": \"red\", \"campus\": \"north\"} 1", "{} 1");
    }

    @Test
    void rejectsInvalidValuesThatSubmissionSets() {
        Answer refused = scores.submit(setting("ann", 1, Map.of("campus", " ")));
        assertThat(refused.at("code")).isEqualTo("INVALID_GROUP_VALUE");
        assertThat(refused.at("path")).isEqualTo(List.of("input", "participant", "group", "campus"));
    }
}
