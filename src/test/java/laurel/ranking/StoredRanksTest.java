package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** When a window is final, ranks are looked up instead of counted, with the same results. */
class StoredRanksTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final List<String> BOARDS = List.of("high", "low", "alone", "large");
    private static final String ITEM =
            "{ rank denseRank position ranking { entryCount } percentRank percentile gapToNext score"
                    + " participant { externalId } movement { previousRank rank rankChange } }";

    /** Fields that the standings of all kinds of rankings have. */
    private static final String PLAIN =
            "{ rank denseRank position ranking { entryCount } percentRank percentile score subscore"
                    + " achievedAt participant { externalId } }";

    /** Other rankings in the same partition. */
    private static final String NEIGHBOURS = """
            INSERT INTO final_standing
            SELECT ranking_id + n * 1000000, revision, participant_id, sort_key, subscore_key, tie_key, achieved_at,
                   submission_id, NULL, rank, dense_rank, position, percent_rank, cume_dist
            FROM final_standing, generate_series(1, 5) AS n
            """;

    private static final int LARGE = Tries.of(160, 900);

    private static LaurelServer server;
    private static GraphQLClient client;
    private static FinalWindows windows;
    /** Results of counted ranks, by leaderboard and query. */
    private static final Map<String, @Nullable Object> COUNTED = new LinkedHashMap<>();

    @BeforeAll
    static void start() {
        var clock = new TickingClock(NOW);
        // Rankings of 60 entries have an index.
        server = LaurelServer.start(
                clock,
                Map.of(
                        "laurel.rankindex.threshold",
                        20,
                        "laurel.rankindex.leaf-size",
                        4,
                        "laurel.rankindex.fanout",
                        3));
        client = server.client();
        windows = new FinalWindows(server);
        create("high", "DESCENDING", 60, 12);
        create("low", "ASCENDING", 60, 12);
        create("alone", "DESCENDING", 1, 1);
        create("large", "DESCENDING", LARGE, LARGE / 3);
        BOARDS.forEach(board -> queries(board).forEach(query -> COUNTED.put(board + query, ask(board, query))));
        BOARDS.forEach(board -> windows.store(board, "2025-07-13", NOW));
        server.database().sql().execute(NEIGHBOURS);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void create(String board, String order, int size, int scores) {
        Random random = new Random(board.hashCode());
        client.ask("""
                mutation { createLeaderboard(input: {key: "%s", sortOrder: %s, decimals: 1,
                  groupings: [[], ["side"]], windowDefinitions: [{kind: DAILY}]}) { leaderboard { id } } }
                """.formatted(board, order)).text("data", "createLeaderboard", "leaderboard", "id");
        List<Map<String, Object>> input = IntStream.range(0, size)
                .<Map<String, Object>>mapToObj(n -> Map.of(
                        "leaderboardKey", board,
                        "participant", Map.of("externalId", "who-" + n),
                        "score", random.nextInt(scores) - 3,
                        "subscore", random.nextInt(3),
                        "group", Map.of("side", n % 3 == 0 ? "dark" : "light")))
                .toList();
        assertThat(client.ask("""
                mutation ($input: [SubmitScoreInput!]!) {
                  submitScores(input: {items: $input}) { acceptedCount } }
                """, Map.of("input", input)).at("data", "submitScores", "acceptedCount"))
                .isEqualTo(size);
    }

    @Test
    void returnsSameResultsAsRankIndex() {
        assertThat(COUNTED).hasSizeGreaterThan(Tries.of(200, 300));
        BOARDS.forEach(board -> queries(board)
                .forEach(query -> assertThat(ask(board, query)).as(query).isEqualTo(COUNTED.get(board + query))));
    }

    @Test
    void looksUpRanksInsteadOfCounting() {
        for (String query : some("high")) {
            for (Statements.Executed statement : statements("high", query)) {
                Sql service = server.bean(Sql.class);
                Stream.of(Plan.custom(service, statement), Plan.generic(service, statement))
                        .forEach(StoredRanksTest::assertLooksUp);
            }
        }
    }

    /**
     * Counting uses nodes of the rank index. A plan may contain them in case of a correction, but does not execute that
     * part.
     */
    private static void assertLooksUp(Plan plan) {
        assertThat(plan.sequentialScans()).as(plan.sql()).isEmpty();
        assertThat(plan.nodes())
                .as(plan.sql())
                .filteredOn(node -> String.valueOf(node.get("Relation Name")).startsWith("final_standing"))
                .isNotEmpty()
                .allSatisfy(node ->
                        assertThat(String.valueOf(node.get("Index Cond"))).contains("revision = "));
    }

    @Test
    void readsNoIndexNodesForStoredRanks() {
        for (String query : some("large")) {
            for (Statements.Executed statement : statements("large", query)) {
                assertThat(Plan.executed(server.bean(Sql.class), statement).nodes())
                        .as(query)
                        .filteredOn(node -> "rankindex_node".equals(node.get("Relation Name")))
                        .allSatisfy(node -> assertThat(node.get("Actual Loops")).isEqualTo(0));
            }
        }
    }

    /** Returns some queries, or all in long runs. */
    private static List<String> some(String board) {
        List<String> all = queries(board);
        return IntStream.range(0, all.size())
                .filter(n -> Tries.LONG || n % 3 == 0)
                .mapToObj(all::get)
                .toList();
    }

    private static List<Statements.Executed> statements(String board, String query) {
        try (var recorded = Statements.of(server.bean(Sql.class))) {
            ask(board, query);
            List<Statements.Executed> statements = recorded.take().stream()
                    .filter(statement -> statement.named().contains("entry_"))
                    .toList();
            assertThat(statements).isNotEmpty();
            return statements;
        }
    }

    /** Ranks of a revision that a correction has removed are not returned, even to readers that have read the ranking before. */
    @Test
    void countsRanksDuringACorrection() {
        Ranking stale = ranking("low");
        assertThat(stale.revision()).isEqualTo(1);
        windows.reopen("low", "2025-07-13");
        server.database().sql().execute("UPDATE final_standing SET rank = rank + 1000");
        try {
            queries("low")
                    .forEach(query -> assertThat(ask("low", query)).as(query).isEqualTo(COUNTED.get("low" + query)));
            var query = new StandingQuery.PositionQuery(stale, 7, EnumSet.allOf(RankMetric.class));
            StandingResult found = requireNonNull(
                    server.bean(Rankings.class).standings(List.of(query)).get(query));
            assertThat(requireNonNull(found.only()).ranks().rank()).isBetween(1, 7);
        } finally {
            server.database().sql().useConnected(() -> {
                server.database().sql().execute("UPDATE final_standing SET rank = rank - 1000");
                server.database()
                        .sql()
                        .execute("UPDATE ranking SET revision = 1 WHERE window_id = " + stale.windowId());
            });
        }
    }

    private static Ranking ranking(String board) {
        long id = server.database().sql().of("""
                        SELECT r.id FROM ranking AS r JOIN leaderboard AS l ON l.id = r.leaderboard_id
                        JOIN leaderboard_window AS w ON w.id = r.window_id
                        WHERE l.key = :board AND w.name = '2025-07-13' AND r.group_values = '{}'
                        """).bind("board", board).one(Long.class);
        return requireNonNull(server.bean(Rankings.class).byIds(1, List.of(id)).get(id))
                .value();
    }

    /** Final rankings and rankings as of a time have the fields of current ones. Short runs try a quarter of the queries. */
    @Test
    void returnsTheSameResultsForEveryKindOfRanking() {
        for (String board : BOARDS) {
            List<String> all = queries(board, PLAIN);
            for (int n = BOARDS.indexOf(board) % Tries.of(4, 1); n < all.size(); n += Tries.of(4, 1)) {
                String query = all.get(n);
                List<@Nullable Object> live = views(board, "", query);
                List<@Nullable Object> finalViews = views(board, "view: finalRanking", query);
                assertThat(finalViews.getFirst()).as(query).isEqualTo(live.getFirst());
                // A group that has never had an entry has no final ranking.
                assertThat(finalViews.getLast()).as(query).isEqualTo(board.equals("alone") ? null : live.getLast());
                assertThat(views(board, "view: asOf(time: \"" + NOW + "\")", query))
                        .as(query)
                        .isEqualTo(live);
            }
        }
    }

    /** Returns the results of a query for the rankings of everyone and of a group, or for a view of them. */
    private static List<@Nullable Object> views(String board, String view, String query) {
        Object data = ask(board, view.isEmpty() ? query : view + " { " + query + " }");
        Answer window = new Answer(requireNonNull(data)).node("leaderboard", "window");
        List<@Nullable Object> views = new ArrayList<>();
        for (String name : List.of("ranking", "light")) {
            views.add(view.isEmpty() ? window.at(name) : window.at(name, "view"));
        }
        return views;
    }

    private static List<String> queries(String board) {
        return queries(board, ITEM);
    }

    private static List<String> queries(String board, String item) {
        List<String> queries = new ArrayList<>(List.of(
                "entryCount",
                "standings(first: 1000) { edges { node " + item + " } pageInfo { hasNextPage } }",
                "bottom: standings(order: WORST_FIRST, first: 7) { edges { node " + item + " } }",
                "standing(participant: {external: {externalId: \"who-0\"}}) " + item,
                "standing(participant: {external: {externalId: \"unknown\"}}) " + item,
                "standingsOf(participants: [{external: {externalId: \"who-7\"}}, {external: {externalId: \"who-0\"}},"
                        + " {external: {externalId: \"unknown\"}},"
                        + " {external: {externalId: \"who-31\"}}])"
                        + " { rank denseRank position standing " + item + " }"));
        for (int n : Tries.LONG ? new int[] {1, 2, 7, 30, 59, 60, 61, 500, 901} : new int[] {1, 7, 60, 61, 241}) {
            queries.add("standings(first: 5, fromPosition: " + n + ") { edges { node " + item
                    + " } pageInfo { hasPreviousPage } }");
            queries.add("bottom: standings(order: WORST_FIRST, first: 5, fromPosition: " + n + ") { edges { node "
                    + item + " } }");
            queries.add("standingAt(place: {position: " + n + "}) " + item);
            queries.add("standingAt(place: {percentile: " + Math.min(100, n * 1.7) + "}) " + item);
            queries.add("around(participant: {external: {externalId: \"who-" + n
                    + "\"}}, above: 3, fill: true) { nodes " + item + " }");
            queries.add("above: rankForScore(score: " + (n - 4) + ", subscore: 1) at: rankForScore(score: " + (n - 4)
                    + ".5)");
        }
        String model = board.equals("low") ? "low" : "high";
        QueryOracle.filters(model).forEach(where -> {
            queries.add("standingCount(filter: " + where.text() + ")");
            queries.add("standings(first: 9, filter: " + where.text() + ") { edges { node " + item + " } }");
            queries.add("bottom: standings(order: WORST_FIRST, last: 9, filter: " + where.text()
                    + ") { edges { node { position rank } } }");
        });
        return queries;
    }

    private static @Nullable Object ask(String board, String query) {
        return client.ask("{ leaderboard(key: \"" + board + "\") { window(select: {name: {name:"
                        + " \"2025-07-13\"}}) { ranking { " + query
                        + " } light: ranking(group: {side: \"light\"}) { " + query
                        + " } } } }")
                .at("data");
    }
}
