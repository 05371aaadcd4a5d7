package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operator is told where the index is wrong, and may have it made again. */
class RankingCheckGraphQLTest {
    private static final String CHECK = """
            mutation ($input: CheckRankingsInput!) { checkRankings(input: $input) {
              ... on RankingChecks { endCursor checks { window { name leaderboard { key } } group { attribute value }
                entries blocks differences examples repaired } }
              ... on Refusal { code path } } }
            """;
    private static final String BREAK = "UPDATE block SET entries[2] = entries[2] - 1 WHERE level = 0 AND bound = ''";

    private static LaurelServer server;
    private static GraphQLClient operator;

    @BeforeAll
    static void start() {
        var settings = Map.<String, Object>of(
                "laurel.keys", LaurelServer.KEY + ",game:key-of-a-game-0123456789",
                "laurel.index.from", 8,
                "laurel.index.run", 2,
                "laurel.index.parts", 2);
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")), settings);
        operator = server.client();
        fill(operator, "one", "two");
        operator.ask("mutation { createApp(input: {key: \"game\"}) { __typename } }");
        fill(operator.in("game"), "one");
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
    void everyRankingOfTheAppIsListedOnce() {
        List<Answer> all = check(operator, Map.of()).list("checks");
        assertThat(all)
                .extracting(RankingCheckGraphQLTest::name)
                .containsExactlyInAnyOrder(
                        "one ALL-TIME []",
                        "one ALL-TIME [eu]",
                        "one ALL-TIME [us]",
                        "two ALL-TIME []",
                        "two ALL-TIME [eu]",
                        "two ALL-TIME [us]");
        assertThat(all).allSatisfy(check -> {
            assertThat(check.at("differences")).isEqualTo(0);
            assertThat(check.at("examples")).isEqualTo(List.of());
            assertThat(check.at("repaired")).isEqualTo(false);
        });
        assertThat(all).extracting(check -> check.at("entries")).containsExactlyInAnyOrder(40, 20, 20, 40, 20, 20);
        assertThat(all).allSatisfy(check -> assertThat(number(check, "blocks")).isPositive());
        List<Answer> own = check(operator, Map.of("leaderboard", "two")).list("checks");
        assertThat(own).hasSize(3).allSatisfy(check -> assertThat(name(check)).startsWith("two"));
    }

    @Test
    void whatIsWrongIsToldAndRepairedWhereThatIsWanted() {
        execute(BREAK + " AND ranking_id IN (SELECT id FROM ranking WHERE group_values = '{}')");
        List<Answer> found = check(operator, Map.of("leaderboard", "one")).list("checks");
        assertThat(found)
                .filteredOn(check -> number(check, "differences") != 0)
                .singleElement()
                .satisfies(check -> {
                    assertThat(name(check)).isEqualTo("one ALL-TIME []");
                    assertThat(check.at("differences")).isEqualTo(2);
                    assertThat(String.valueOf(check.list("examples").getFirst().json()))
                            .startsWith("entries of the run at the start");
                    assertThat(check.at("repaired")).isEqualTo(false);
                });
        List<Answer> repaired =
                check(operator, Map.of("leaderboard", "one", "repair", true)).list("checks");
        assertThat(repaired)
                .extracting(check -> check.at("repaired"))
                .containsOnlyOnce(true)
                .contains(false);
        assertThat(differences(check(operator, Map.of("leaderboard", "one")))).isZero();
        // Nobody asked for the other board, nor for that of the other app.
        assertThat(differences(check(operator, Map.of()))).isEqualTo(2);
        assertThat(differences(check(operator.in("game"), Map.of()))).isEqualTo(2);
    }

    @Test
    void pagesGoThroughAll() {
        List<String> names = new ArrayList<>();
        @Nullable Object after = null;
        do {
            Map<String, Object> input = new HashMap<>(Map.of("first", 4));
            input.put("after", after);
            Answer page = check(operator, input);
            page.list("checks").forEach(check -> names.add(name(check)));
            after = page.at("endCursor");
        } while (after != null);
        assertThat(names).hasSize(6).doesNotHaveDuplicates();
        assertThat(check(operator, Map.of("first", 6)).at("endCursor")).isNull();
    }

    @Test
    void refusesAndErrors() {
        assertThat(check(operator, Map.of("leaderboard", "three")).json())
                .isEqualTo(Map.of("code", "LEADERBOARD_NOT_FOUND", "path", List.of("input", "leaderboard")));
        assertThat(check(operator.in("game"), Map.of("leaderboard", "two")).at("code"))
                .isEqualTo("LEADERBOARD_NOT_FOUND");
        assertThat(code(server.client("key-of-a-game-0123456789"), Map.of())).isEqualTo("FORBIDDEN");
        assertThat(code(operator, Map.of("first", 0))).isEqualTo("INVALID_PAGE_SIZE");
        assertThat(code(operator, Map.of("first", 1_001))).isEqualTo("INVALID_PAGE_SIZE");
        assertThat(code(operator, Map.of("after", "x"))).isEqualTo("INVALID_CURSOR");
        String cursor = check(operator, Map.of("first", 1)).text("endCursor");
        assertThat(code(operator.in("game"), Map.of("after", cursor))).isEqualTo("INVALID_CURSOR");
    }

    private static String name(Answer check) {
        return check.text("window", "leaderboard", "key") + " " + check.text("window", "name") + " "
                + check.list("group").stream().map(value -> value.text("value")).toList();
    }

    private static int number(Answer check, String field) {
        return (int) requireNonNull(check.at(field));
    }

    private static int differences(Answer checks) {
        return checks.list("checks").stream()
                .mapToInt(check -> number(check, "differences"))
                .sum();
    }

    private static Answer check(GraphQLClient client, Map<String, Object> input) {
        return client.ask(CHECK, Map.of("input", input)).node("data", "checkRankings");
    }

    private static String code(GraphQLClient client, Map<String, Object> input) {
        return client.send(CHECK, Map.of("input", input)).text("errors", 0, "extensions", "code");
    }

    private static void execute(String sql) {
        server.database().sql().execute(sql);
    }

    /** Boards of forty in two regions. */
    private static void fill(GraphQLClient client, String... boards) {
        for (String board : boards) {
            client.ask("mutation { createLeaderboard(input: {key: \"" + board + "\", windows: [{kind: ALL_TIME}],"
                            + " groupings: [[], [\"region\"]]}) { ... on Leaderboard { id } } }")
                    .text("data", "createLeaderboard", "id");
            List<Map<String, Object>> input = IntStream.range(0, 40)
                    .<Map<String, Object>>mapToObj(n -> Map.of(
                            "leaderboard",
                            board,
                            "participant",
                            Map.of("id", "who-" + n),
                            "score",
                            n / 3,
                            "group",
                            List.of(Map.of("attribute", "region", "value", n % 2 == 0 ? "eu" : "us"))))
                    .toList();
            assertThat(client.ask(
                                    "mutation ($input: [ScoreSubmissionInput!]!) { submitScores(input: $input)"
                                            + " { ... on ScoreBatch { accepted } } }",
                                    Map.of("input", input))
                            .at("data", "submitScores", "accepted"))
                    .isEqualTo(40);
        }
    }
}
