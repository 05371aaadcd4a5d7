package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.database.Explained;
import laurel.database.sql.Sql;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fragment reads a few nodes and entries by index, with and without statistics of the tables. */
class RankIndexPlanTest {
    private static final int ENTRIES = 50_000;
    private static final int EQUAL_SCORES = 100_000;

    /** Entries of an overfull leaf, of its first score, and of the query itself. */
    private static final double MAX_ROWS = 100;

    private static final double MAX_PAGES = 60;

    private static final String OF_KEY = """
            SELECT <fragment> FROM (SELECT $1::bigint AS ranking_id, $2::bigint AS sort_key, $3::bigint AS subscore_key,
                                           $4::bigint AS tie_key, $5::text AS id_key) AS k
            """;
    private static final String OF_POSITION =
            "SELECT at.* FROM (SELECT $1::bigint AS ranking_id, $2::bigint AS position) AS p CROSS JOIN LATERAL <fragment> AS at";

    private static LaurelServer server;
    private static IndexedRanking varied;
    private static IndexedRanking equal;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(Clock.systemUTC());
        varied = IndexedRanking.of(server, 1, IndexedRanking.DEFAULT);
        equal = IndexedRanking.of(server, 2, IndexedRanking.DEFAULT);
        // Keeps the tables without statistics.
        varied.sql.useConnected(() -> {
            varied.sql.execute("ALTER TABLE rankindex_node SET (autovacuum_enabled = off)");
            varied.sql.execute(varied.sql("ALTER TABLE <entry> SET (autovacuum_enabled = off)"));
        });
        varied.fill("SELECT n, (n * 7919::bigint) % 20000, n % 2, n % 5 FROM generate_series(1, " + ENTRIES + ") AS n");
        equal.fill("SELECT n, 5, 0, n % 3 FROM generate_series(1, " + EQUAL_SCORES + ") AS n");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Fragments, statements, rankings and keys. */
    static Stream<Arguments> keys() {
        return Stream.of(
                        Map.entry("BETTER_ENTRIES", RankIndexSql.BETTER_ENTRIES),
                        Map.entry("BETTER_SCORES", RankIndexSql.BETTER_SCORES),
                        Map.entry("PRECEDING_ENTRIES", RankIndexSql.PRECEDING_ENTRIES),
                        Map.entry("ENTRY_COUNT", RankIndexSql.ENTRY_COUNT),
                        Map.entry("NEXT_BETTER_SCORE", RankIndexSql.NEXT_BETTER_SCORE))
                .flatMap(fragment -> Stream.of(
                        Arguments.of(
                                fragment.getKey(),
                                OF_KEY.replace("<fragment>", fragment.getValue()),
                                varied,
                                "12345, 1, 3, id_key('player', '000777')"),
                        Arguments.of(
                                fragment.getKey(),
                                OF_KEY.replace("<fragment>", fragment.getValue()),
                                equal,
                                "5, 0, 1, id_key('player', '050000')"),
                        Arguments.of(
                                fragment.getKey(),
                                OF_KEY.replace("<fragment>", fragment.getValue()),
                                equal,
                                "6, 0, 1, id_key('player', '050000')")));
    }

    static Stream<Arguments> positions() {
        return Stream.of("0", "1", "25000", "50000", "50001", "NULL")
                .map(position ->
                        Arguments.of(OF_POSITION.replace("<fragment>", RankIndexSql.ENTRY_AT_POSITION), position));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void readsFewRowsForAKey(String name, String sql, IndexedRanking ranking, String key) {
        check(name, ranking, sql, "bigint, bigint, bigint, bigint, text", ranking.id + ", " + key);
    }

    @ParameterizedTest
    @MethodSource("positions")
    void readsFewRowsForAPosition(String sql, String position) {
        check("ENTRY_AT_POSITION", varied, sql, "bigint, bigint", varied.id + ", " + position);
        check("ENTRY_AT_POSITION", equal, sql, "bigint, bigint", equal.id + ", " + position);
    }

    /** 100,000 equal scores share a rank and have different positions. */
    @Test
    void givesEqualScoresSameRankAndDifferentPositions() {
        RankOracle oracle = new RankOracle(equal);
        List<RankKey> keys = List.of(RankKey.FIRST, key(0, 3), key(1, 50_002), key(2, 99_998), key(1, 0), RankKey.LAST);
        assertThat(oracle.index(keys)).isEqualTo(oracle.expected(keys));
        List<@Nullable Long> positions =
                new ArrayList<>(List.of(0L, 1L, 33_333L, 33_334L, 99_999L, 100_000L, 100_001L));
        assertThat(oracle.indexAt(positions)).isEqualTo(oracle.expectedAt(positions));
        assertThat(equal.check().examples()).isEmpty();
        assertThat(varied.check())
                .isEqualTo(new IndexReport(ENTRIES, varied.check().nodeCount(), 0, List.of()));
    }

    private static RankKey key(long tieKey, long participant) {
        return new RankKey(5, 0, tieKey, "player\u0001%06d".formatted(participant), participant);
    }

    /** Checks custom and generic plans, before and after ANALYZE. */
    private static void check(String name, IndexedRanking ranking, String statement, String types, String values) {
        Sql sql = ranking.sql;
        sql.useTransaction(() -> {
            for (boolean analysed : new boolean[] {false, true}) {
                if (analysed) {
                    Explained.execute(sql, "ANALYZE rankindex_node");
                    Explained.execute(sql, ranking.sql("ANALYZE <entry>"));
                }
                for (String mode : List.of("force_custom_plan", "force_generic_plan")) {
                    Explained.execute(sql, "SET LOCAL plan_cache_mode = " + mode);
                    Explained.execute(sql, "PREPARE fragment(" + types + ") AS " + ranking.sql(statement));
                    List<Map<?, ?>> nodes = cheapest(sql, "EXECUTE fragment(" + values + ")");
                    Explained.execute(sql, "DEALLOCATE fragment");
                    check(name + " " + mode + (analysed ? " analysed" : ""), nodes);
                }
            }
            sql.rollback();
        });
    }

    /**
     * Returns the plan with the fewest pages of three executions. Pages of the catalog count as well, and PostgreSQL reads
     * them again after an invalidation of its caches, which can happen at any time.
     */
    private static List<Map<?, ?>> cheapest(Sql sql, String statement) {
        return IntStream.range(0, 3)
                .mapToObj(n ->
                        Explained.nodes(Explained.execute(sql, "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + statement)))
                .min(Comparator.comparing(RankIndexPlanTest::pages))
                .orElseThrow();
    }

    private static double pages(List<Map<?, ?>> nodes) {
        return number(nodes.getFirst(), "Shared Hit Blocks") + number(nodes.getFirst(), "Shared Read Blocks");
    }

    private static void check(String name, List<Map<?, ?>> nodes) {
        List<Map<?, ?>> scans =
                nodes.stream().filter(node -> node.containsKey("Relation Name")).toList();
        assertThat(scans).as(name).isNotEmpty().allSatisfy(scan -> {
            assertThat(scan.get(scan.containsKey("Index Name") ? "Index Cond" : "Recheck Cond"))
                    .as(name)
                    .isNotNull();
            assertThat(number(scan, "Actual Rows") * number(scan, "Actual Loops"))
                    .as(name)
                    .isLessThanOrEqualTo(MAX_ROWS);
            assertThat(number(scan, "Rows Removed by Filter")).as(name).isLessThanOrEqualTo(MAX_ROWS);
        });
        assertThat(pages(nodes)).as(name).isLessThanOrEqualTo(MAX_PAGES);
    }

    private static double number(Map<?, ?> node, String name) {
        return node.get(name) instanceof Number number ? number.doubleValue() : 0;
    }
}
