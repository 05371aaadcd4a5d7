package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.Contents;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A submission ranks its participant among all and in each of its groups. If it names another group, the entry moves. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class GroupGraphQLTest {
    private static final String ALL_TIME = "ALL-TIME";
    private static final String SUBMIT = """
            mutation ($input: [SubmitScoreInput!]!) {
              submitScores(input: {items: $input}) {
                results {
                  receipt {
                    status
                    submission { id group }
                    changes {
                      window { name } group { values } previousGroup { values }
                      previousScore score previousRank rank rankChange
                    }
                    teams: changes(grouping: ["team"]) { score }
                    pairs: changes(grouping: ["car", "team"], kinds: [YEARLY]) { score }
                    everyone: changes(grouping: []) { score }
                  }
                  errors { code message path }
                }
              }
            }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
    }

    /** A driver who changes teams keeps the points of the season. The previous season does not change. */
    @Test
    void carriesTotalToNewGroupWithinWindow() {
        create("drivers", "INCREMENT", "{kind: YEARLY}", "clock: SUBMISSIONS", "[], [\"team\"]");
        submit(at(driver("drivers", "gasly", 6, "toro-rosso"), "2018-04-08T15:00:00Z"));
        submit(at(driver("drivers", "gasly", 8, "red-bull"), "2019-03-31T15:00:00Z"));
        submit(at(driver("drivers", "kvyat", 9, "toro-rosso"), "2019-03-31T15:00:00Z"));
        Answer moved = submit(at(driver("drivers", "gasly", 2, "toro-rosso"), "2019-09-01T15:00:00Z"));
        assertThat(entries("drivers", "2018", "gasly")).containsExactly("{\"team\": \"toro-rosso\"} 6", "{} 6");
        assertThat(entries("drivers", "2019", "gasly")).containsExactly("{\"team\": \"toro-rosso\"} 10", "{} 10");
        Answer everyone = moved.node("changes", 0);
        assertThat(everyone.at("previousGroup")).isNull();
        assertThat(numbers(everyone)).containsExactly("8", "10", "2", "1", "1");
        Answer team = moved.node("changes", 1);
        assertThat(team.at("group")).isEqualTo(Map.of("values", group("toro-rosso")));
        assertThat(team.at("previousGroup")).isEqualTo(Map.of("values", group("red-bull")));
        assertThat(numbers(team)).containsExactly("8", "10", "1", "1", "null");
    }

    @ParameterizedTest
    @CsvSource({"REPLACE, 3", "INCREMENT, 8", "MAX, 5", "MIN, 3"})
    void appliesUpdateModeOnMoveBetweenGroups(String mode, String score) {
        String board = "move-" + mode.toLowerCase(Locale.ROOT);
        create(board, mode, "{kind: ALL_TIME}", "", "[], [\"team\"], [\"team\", \"car\"]");
        submit(driver(board, "ann", 5, "a", "1"));
        Answer moved = submit(driver(board, "ann", 3, "b", "1"));
        assertThat(entries(board, ALL_TIME, "ann"))
                .containsExactly(
                        "{\"car\": \"1\", \"team\": \"b\"} " + score, "{\"team\": \"b\"} " + score, "{} " + score);
        assertThat(moved.list("changes"))
                .allSatisfy(change -> assertThat(change.text("score")).isEqualTo(score));
        assertThat(moved.at("submission", "group")).isEqualTo(Map.of("car", "1", "team", "b"));
    }

    @Test
    void returnsGroupsOfFirstReceiptOnRetry() {
        create("again", "MAX", "{kind: YEARLY}", "", "[], [\"team\"], [\"team\", \"car\"]");
        var input = ScoreClient.with(driver("again", "ann", 5, "a", "1"), "idempotencyKey", "once");
        Answer first = submit(input);
        assertThat(first.list("teams")).hasSize(1);
        assertThat(first.list("pairs")).hasSize(1);
        assertThat(first.list("everyone")).hasSize(1);
        clock.advance(Duration.ofHours(1));
        Map<Object, Object> retried = new HashMap<>((Map<?, ?>) submit(input).json());
        assertThat(retried.put("status", "COUNTED")).isEqualTo("DUPLICATE");
        assertThat(retried).isEqualTo(first.json());
        assertThat(submit(ScoreClient.with(driver("again", "ann", 5, "a", "2"), "idempotencyKey", "once"))
                        .at("code"))
                .isEqualTo("IDEMPOTENCY_CONFLICT");
    }

    /** Each receipt has the groups of its submission. Ranks are those before and after the batch, null in other groups. */
    @Test
    void reportsEachMoveWithinBatch() {
        create("hops", "INCREMENT", "{kind: ALL_TIME}", "", "[\"team\"]");
        submit(driver("hops", "ann", 1, "a"));
        List<Answer> results = submit(
                List.of(driver("hops", "ann", 1, "b"), driver("hops", "ann", 1, "c"), driver("hops", "ann", 1, "c")));
        assertThat(results.stream().map(result -> numbers(result.node("changes", 0))))
                .containsExactly(
                        List.of("1", "2", "1", "null", "null"),
                        List.of("2", "3", "null", "1", "null"),
                        List.of("3", "4", "null", "1", "null"));
        assertThat(entries("hops", ALL_TIME, "ann")).containsExactly("{\"team\": \"c\"} 4");
        submit(List.of(driver("hops", "ann", 1, "d"), driver("hops", "ann", 1, "c")));
        assertThat(entries("hops", ALL_TIME, "ann")).containsExactly("{\"team\": \"c\"} 6");
    }

    /** Five windows by two groupings are ten rankings. */
    @Test
    void changesAllRankingsOrNone() {
        create(
                "ten",
                "INCREMENT",
                "{kind: HOURLY}, {kind: DAILY}, {kind: WEEKLY}, {kind: MONTHLY}, {kind: ALL_TIME}",
                "",
                "[], [\"team\"]");
        String max = "9223372036854775807";
        submit(at(ScoreClient.with(driver("ten", "ann", 0, "a"), "score", max), "2025-01-01T00:00:00Z"));
        assertThat(submit(driver("ten", "ann", -5, "a")).list("changes")).hasSize(10);
        Contents before = Contents.of(sql());
        assertThat(submit(driver("ten", "ann", 6, "b")).at("code")).isEqualTo("SCORE_OUT_OF_RANGE");
        assertThat(Contents.of(sql())).isEqualTo(before);
        assertThat(submit(driver("ten", "ann", 5, "b")).list("changes")).hasSize(10);
        assertThat(StoredEntry.of(server, "ten")).hasSize(10);
        assertThat(StoredEntry.of(server, "ten").stream()
                        .map(StoredEntry::grouping)
                        .distinct())
                .containsExactlyInAnyOrder("{}", "{\"team\": \"b\"}");
    }

    @Test
    void runsSameNumberOfStatementsForBatchOfMovesAsForOne() {
        create("many", "MAX", "{kind: DAILY}, {kind: ALL_TIME}", "", "[], [\"team\"]");
        List<Map<String, Object>> toTeamA = submissions("a");
        List<Map<String, Object>> toTeamB = submissions("b");
        submit(toTeamA);
        int one = countStatements(() -> submit(toTeamB.subList(0, 1)));
        assertThat(countStatements(() -> submit(toTeamA.subList(0, 1)))).isLessThan(one);
        assertThat(countStatements(() -> submit(submissions("c")))).isEqualTo(one);
    }

    private static List<Map<String, Object>> submissions(String team) {
        return IntStream.range(0, 100)
                .mapToObj(n -> driver("many", "who-" + n, n, team))
                .toList();
    }

    private int countStatements(Runnable request) {
        try (var statements = Statements.of(server.bean(Sql.class))) {
            request.run();
            return statements.take().size();
        }
    }

    private static List<String> numbers(Answer change) {
        return List.of("previousScore", "score", "previousRank", "rank", "rankChange").stream()
                .map(field -> String.valueOf(change.at(field)))
                .toList();
    }

    private List<String> entries(String board, String window, String participant) {
        return StoredEntry.of(server, board, window, participant);
    }

    private static Map<String, Object> driver(String board, String participant, int score, String team) {
        return ScoreClient.with(ScoreClient.score(board, participant, score), "group", group(team));
    }

    private static Map<String, Object> driver(String board, String participant, int score, String team, String car) {
        var both = Map.of("team", team, "car", car);
        return ScoreClient.with(ScoreClient.score(board, participant, score), "group", both);
    }

    private static Map<String, String> group(String team) {
        return Map.of("team", team);
    }

    private static Map<String, Object> at(Map<String, Object> input, String achievedAt) {
        return ScoreClient.with(input, "achievedAt", achievedAt);
    }

    private void create(String key, String mode, String windows, String more, String groupings) {
        client.ask("""
                        mutation { createLeaderboard(input: {
                          key: "%s", updateMode: %s, windowDefinitions: [%s], groupings: [%s] %s}) {
                          leaderboard { id } errors { message } } }
                        """.formatted(key, mode, windows, groupings, more))
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private Answer submit(Map<String, Object> input) {
        return submit(List.of(input)).getFirst();
    }

    private List<Answer> submit(List<Map<String, Object>> input) {
        return client.ask(SUBMIT, Map.of("input", input)).list("data", "submitScores", "results").stream()
                .map(Answer::receipt)
                .toList();
    }

    private Sql sql() {
        return server.database().sql();
    }
}
