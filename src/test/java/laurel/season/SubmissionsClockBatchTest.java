package laurel.season;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.database.sql.Sql;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With the clock SUBMISSIONS, a batch has the same effect as its submissions one after the other. */
@LaurelTest
class SubmissionsClockBatchTest {
    private static final String REPLAY = "clock: SUBMISSIONS, updateMode: INCREMENT, ";
    private static final String SEASONS = REPLAY + "windowDefinitions: [{kind: SEASON}, {kind: DAILY}]";

    @Inject
    LaurelServer server;

    private SeasonClient client;

    @BeforeEach
    void start() {
        client = new SeasonClient(server);
    }

    private void planTwoSeasons(String board) {
        client.start(board, Map.of("startsAt", "2020-01-01T00:00:00Z"));
        client.start(board, Map.of("startsAt", "2021-01-01T00:00:00Z", "carryOver", 0.5));
    }

    /** @param achievedAt null for none */
    private static Map<String, @Nullable Object> item(
            String board, String who, Object score, @Nullable String achievedAt) {
        Map<String, @Nullable Object> item = new HashMap<>();
        item.put("leaderboardKey", board);
        item.put("participant", Map.of("externalId", who));
        item.put("score", score);
        item.put("achievedAt", achievedAt);
        return item;
    }

    /** Returns the error code of each item; "accepted" for those that have none. */
    private List<String> submit(List<Map<String, @Nullable Object>> items) {
        Answer answer = send(items);
        return answer.list("data", "submitScores", "results").stream()
                .map(result -> result.at("errors", 0, "code"))
                .map(code -> code == null ? "accepted" : code.toString())
                .toList();
    }

    private Answer send(List<Map<String, @Nullable Object>> items) {
        return client.graphQL().send("""
                mutation ($items: [SubmitScoreInput!]!) { submitScores(input: {items: $items}) {
                  results { errors { code } } errors { code } } }
                """, Map.of("items", items));
    }

    @Test
    void countsScoresBeforeTheStartOfASeasonThatCarriesScoresOver() {
        client.create("crossing", SEASONS);
        planTwoSeasons("crossing");
        submit(List.of(item("crossing", "ann", 10, "2020-06-01T12:00:00Z")));
        List<String> results = submit(List.of(
                item("crossing", "ann", 4, "2020-12-30T12:00:00Z"),
                item("crossing", "bob", "x", "2020-12-30T12:00:00Z"),
                item("crossing", "ann", 1, "2021-01-02T12:00:00Z"),
                item("crossing", "ann", 2, "2020-12-31T12:00:00Z")));
        assertThat(results).containsExactly("accepted", "SCORE_NOT_A_NUMBER", "accepted", "WINDOWS_CLOSED");
        assertThat(client.scores("crossing", "SEASON-1")).isEqualTo(Map.of("ann", "14"));
        assertThat(client.scores("crossing", "2020-12-30")).isEqualTo(Map.of("ann", "4"));
        assertThat(client.scores("crossing", "SEASON-2")).isEqualTo(Map.of("ann", "8"));
    }

    /** The request fails, and is not repeated by the service. */
    @Test
    void countsScoresBeforeASeasonOnceIfThoseAfterItsStartFail() {
        client.create("failing", SEASONS);
        planTwoSeasons("failing");
        submit(List.of(item("failing", "ann", 10, "2020-06-01T12:00:00Z")));
        Sql sql = server.database().sql();
        sql.execute("ALTER TABLE participant ADD CONSTRAINT fails CHECK (external_id <> 'failing') NOT VALID");
        try {
            Answer answer = send(List.of(
                    item("failing", "ann", 4, "2020-12-30T12:00:00Z"),
                    item("failing", "failing", 1, "2021-01-02T12:00:00Z")));
            assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("INTERNAL");
        } finally {
            sql.execute("ALTER TABLE participant DROP CONSTRAINT fails");
        }
        assertThat(client.scores("failing", "SEASON-1")).isEqualTo(Map.of("ann", "14"));
        assertThat(client.scores("failing", "SEASON-2")).isEqualTo(Map.of("ann", "7"));
    }

    @Test
    void countsAllSeasonsOfAReplayInOneBatch() {
        client.create("replay", SEASONS);
        planTwoSeasons("replay");
        client.start("replay", Map.of("startsAt", "2022-01-01T00:00:00Z", "retainPrevious", false));
        submit(List.of(
                item("replay", "ann", 3, "2019-06-01T12:00:00Z"),
                item("replay", "ann", 4, "2020-06-01T12:00:00Z"),
                item("replay", "ann", 5, "2021-06-01T12:00:00Z"),
                item("replay", "bob", 6, "2022-06-01T12:00:00Z")));
        assertThat(client.scores("replay", "SEASON-1")).isEqualTo(Map.of("ann", "4"));
        assertThat(client.scores("replay", "SEASON-3")).isEqualTo(Map.of("bob", "6"));
        assertThat(client.season("replay", 2).text("state")).isEqualTo("EXPIRED");
    }

    @Test
    void startsNoSeasonWithAUsedIdempotencyKey() {
        client.create("used", SEASONS);
        planTwoSeasons("used");
        Map<String, @Nullable Object> first = item("used", "ann", 1, "2020-06-01T12:00:00Z");
        first.put("idempotencyKey", "key");
        Map<String, @Nullable Object> other = item("used", "ann", 1, "2021-01-02T12:00:00Z");
        other.put("idempotencyKey", "key");
        assertThat(submit(List.of(first, other))).containsExactly("accepted", "IDEMPOTENCY_CONFLICT");
        assertThat(client.season("used", 2).text("state")).isEqualTo("PLANNED");
    }

    @Test
    void startsNoSeasonWithAScoreOutOfBounds() {
        client.create(
                "bounds",
                "clock: SUBMISSIONS, updateMode: MAX, maxScore: \"100\","
                        + " windowDefinitions: [{kind: SEASON}, {kind: DAILY}]");
        planTwoSeasons("bounds");
        submit(List.of(item("bounds", "ann", 10, "2020-06-01T12:00:00Z")));
        assertThat(submit(List.of(item("bounds", "ann", 1000, "2021-01-02T12:00:00Z"))))
                .containsExactly("SCORE_OUT_OF_BOUNDS");
        assertThat(client.season("bounds", 2).text("state")).isEqualTo("PLANNED");
        assertThat(client.acceptingWindows("bounds", "ann", 4, Map.of("achievedAt", "2020-07-01T12:00:00Z")))
                .containsExactly("SEASON-1", "2020-07-01");
    }

    /** The sum with the carried score decides, which exists only after the start. */
    @Test
    void startsASeasonWithAnIncrementThatIsOutOfBoundsWithoutTheCarriedScore() {
        client.create("carried", REPLAY + "minScore: \"0\", windowDefinitions: [{kind: SEASON}]");
        planTwoSeasons("carried");
        submit(List.of(item("carried", "ann", 10, "2020-06-01T12:00:00Z")));
        assertThat(submit(List.of(item("carried", "ann", -2, "2021-01-02T12:00:00Z"))))
                .containsExactly("accepted");
        assertThat(client.scores("carried", "SEASON-2")).isEqualTo(Map.of("ann", "3"));
    }

    @Test
    void usesTheTimeOfEarlierSubmissionsByDefault() {
        client.create("times", REPLAY + "maxScore: \"100\", windowDefinitions: [{kind: DAILY}]");
        List<String> first = submit(List.of(
                item("times", "ann", 1, "2010-01-01T12:00:00Z"),
                item("times", "bob", 2, null),
                item("times", "ann", 1, "2010-01-03T12:00:00Z"),
                item("times", "ann", 1000, "2010-01-05T12:00:00Z"),
                item("times", "bob", 3, null)));
        assertThat(first).containsExactly("accepted", "accepted", "accepted", "SCORE_OUT_OF_BOUNDS", "accepted");
        assertThat(client.scores("times", "2010-01-01")).isEqualTo(Map.of("bob", "2", "ann", "1"));
        assertThat(client.scores("times", "2010-01-03")).isEqualTo(Map.of("bob", "3", "ann", "1"));
    }
}
