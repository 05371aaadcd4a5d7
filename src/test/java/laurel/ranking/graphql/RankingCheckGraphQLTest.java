package laurel.ranking.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operators can check the rank index and have it rebuilt. */
class RankingCheckGraphQLTest {
    private static final String BREAK =
            "UPDATE rankindex_node SET entries_before[2] = entries_before[2] - 1 WHERE level = 0 AND separator = ''";

    private static LaurelServer server;
    private static GraphQLClient operator;

    @BeforeAll
    static void start() {
        var settings = Map.<String, Object>of(
                "laurel.keys", LaurelServer.KEY + ",game:key-of-a-game-0123456789",
                "laurel.rankindex.threshold", 8,
                "laurel.rankindex.leaf-size", 2,
                "laurel.rankindex.fanout", 2);
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")), settings);
        operator = server.client();
        create(operator, "one", "two");
        operator.ask("mutation { createApp(input: {key: \"game\"}) { __typename } }");
        create(operator.in("game"), "one");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void repair() {
        check(operator, Map.of("repair", true));
        check(operator.in("game"), Map.of("repair", true));
    }

    @Test
    void checksEveryRankingOfTheApp() {
        Answer all = check(operator, Map.of());
        assertThat(all.at("checkedCount")).isEqualTo(6);
        assertThat(all.at("wrongCount")).isEqualTo(0);
        assertThat(all.at("repairedCount")).isEqualTo(0);
        assertThat(all.text("entryCount")).isEqualTo("160");
        assertThat(Integer.parseInt(all.text("indexRowCount"))).isGreaterThanOrEqualTo(6);
        assertThat(all.list("wrongRankings")).isEmpty();
        assertThat(check(operator, Map.of("leaderboardKey", "two")).at("checkedCount"))
                .isEqualTo(3);
    }

    @Test
    void reportsAndRepairsWrongRankings() {
        execute(BREAK + " AND ranking_id IN (SELECT id FROM ranking WHERE group_values = '{}')");
        assertThat(check(operator, Map.of("leaderboardKey", "one")).list("wrongRankings"))
                .singleElement()
                .satisfies(wrong -> {
                    assertThat(name(wrong)).isEqualTo("one ALL-TIME null");
                    assertThat(wrong.at("differenceCount")).isEqualTo(2);
                    assertThat(wrong.text("entryCount")).isEqualTo("40");
                    assertThat(String.valueOf(wrong.list("examples").getFirst().json()))
                            .startsWith("entries of the leaf at the start");
                    assertThat(wrong.at("repaired")).isEqualTo(false);
                });
        Answer repaired = check(operator, Map.of("leaderboardKey", "one", "repair", true));
        assertThat(repaired.at("repairedCount")).isEqualTo(1);
        assertThat(repaired.at("wrongRankings", 0, "repaired")).isEqualTo(true);
        assertThat(wrong(operator, Map.of("leaderboardKey", "one"))).isEqualTo(0);
        // The leaderboards of the same app and of the other app that were not selected are still wrong.
        assertThat(wrong(operator, Map.of())).isEqualTo(1);
        assertThat(wrong(operator.in("game"), Map.of())).isEqualTo(1);
    }

    /** There are more rankings than one part of the job checks. */
    @Test
    void checksManyRankingsInParts() {
        GraphQLClient many = operator.in("many");
        operator.ask("mutation { createApp(input: {key: \"many\"}) { __typename } }");
        create(many, "one");
        for (int n = 0; n < 45; n++) {
            submit(many, "one", "r" + n);
        }
        Answer job = new JobClient(server, many).run("checkRankings", Map.of("leaderboardKey", "one"));
        assertThat(job.at("result", "checkedCount")).isEqualTo(48);
        assertThat(job.at("progress")).isEqualTo(1.0);
    }

    @Test
    void returnsErrorsForUnknownLeaderboardsAndRoles() {
        Answer refused = new JobClient(server, operator).start("checkRankings", Map.of("leaderboardKey", "three"));
        assertThat(refused.at("errors", 0, "code")).isEqualTo("LEADERBOARD_NOT_FOUND");
        assertThat(refused.at("errors", 0, "path")).isEqualTo(List.of("input", "leaderboardKey"));
        assertThat(new JobClient(server, operator.in("game"))
                        .start("checkRankings", Map.of("leaderboardKey", "two"))
                        .at("errors", 0, "code"))
                .isEqualTo("LEADERBOARD_NOT_FOUND");
        assertThat(new JobClient(server, server.client("key-of-a-game-0123456789"))
                        .send("checkRankings", Map.of())
                        .text("errors", 0, "extensions", "code"))
                .isEqualTo("FORBIDDEN");
    }

    private static String name(Answer check) {
        return check.text("window", "leaderboard", "key") + " " + check.text("window", "name") + " "
                + check.at("group", "name");
    }

    private static @Nullable Object wrong(GraphQLClient client, Map<String, Object> input) {
        return check(client, input).at("wrongCount");
    }

    private static Answer check(GraphQLClient client, Map<String, Object> input) {
        return new JobClient(server, client).result("checkRankings", input);
    }

    private static void submit(GraphQLClient client, String board, String region) {
        client.ask("mutation { submitScore(input: {leaderboardKey: \"" + board + "\", participant: {externalId: \""
                + region + "\"}, score: 1, group: {region: \"" + region + "\"}}) { __typename } }");
    }

    private static void execute(String sql) {
        server.database().sql().execute(sql);
    }

    /** Creates leaderboards with 40 participants in two regions. */
    private static void create(GraphQLClient client, String... boards) {
        for (String board : boards) {
            client.ask("mutation { createLeaderboard(input: {key: \"" + board
                            + "\", windowDefinitions: [{kind: ALL_TIME}],"
                            + " groupings: [[], [\"region\"]]}) { leaderboard { id } } }")
                    .text("data", "createLeaderboard", "leaderboard", "id");
            List<Map<String, Object>> input = IntStream.range(0, 40)
                    .<Map<String, Object>>mapToObj(n -> Map.of(
                            "leaderboardKey",
                            board,
                            "participant",
                            Map.of("externalId", "who-" + n),
                            "score",
                            n / 3,
                            "group",
                            Map.of("region", n % 2 == 0 ? "eu" : "us")))
                    .toList();
            assertThat(client.ask(
                                    "mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input})"
                                            + " { acceptedCount } }",
                                    Map.of("input", input))
                            .at("data", "submitScores", "acceptedCount"))
                    .isEqualTo(40);
        }
    }
}
