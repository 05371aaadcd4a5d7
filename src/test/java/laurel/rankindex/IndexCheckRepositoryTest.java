package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The check finds every kind of corruption, and the repair removes it. */
class IndexCheckRepositoryTest {
    private static final String ENTRIES = "SELECT n, n / 3, 0, n % 2 FROM generate_series(1, 600) AS n";
    /** A node in the middle of the ranking. */
    private static final String MIDDLE =
            "separator = (SELECT separator FROM rankindex_node WHERE ranking_id = :ranking AND level = <level>"
                    + " ORDER BY separator OFFSET 2 LIMIT 1)";

    private static final String NODES = "SELECT count(*) FROM rankindex_node WHERE ranking_id = :ranking";

    private static LaurelServer server;
    private static long rankings;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(Clock.systemUTC());
        // Lets the test store rows that the constraint rejects.
        server.bean(Sql.class).execute("ALTER TABLE rankindex_node DROP CONSTRAINT rankindex_node_check");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            0 ~ UPDATE rankindex_node SET entries_before[2] = entries_before[2] - 1 WHERE <middle> \
                ~ entries of the leaf at
            0 ~ UPDATE rankindex_node SET scores_before[2] = scores_before[2] + 1 WHERE <middle> \
                ~ new scores of the leaf at
            0 ~ UPDATE rankindex_node SET scores_before[2] = scores_before[3] + 1 WHERE <middle> \
                ~ counts that do not match
            0 ~ UPDATE rankindex_node SET entries_before[1] = 1 WHERE <middle> ~ counts that do not match
            0 ~ UPDATE rankindex_node SET scores_before = array_append(scores_before, 9) WHERE <middle> \
                ~ counts that do not match
            0 ~ UPDATE rankindex_node SET separators[2] = separators[2] || '\\x80' WHERE <middle> ~ an invalid separator
            0 ~ UPDATE rankindex_node SET separators[2] = separators[2] || '\\x8000000000000008' WHERE <middle> \
                ~ entries of the leaf at
            0 ~ UPDATE rankindex_node SET separators[1] = '' WHERE <middle> ~ has its first child at the start
            0 ~ UPDATE rankindex_node SET separators[2] = separators[1] WHERE <middle> ~ after the one at
            0 ~ DELETE FROM rankindex_node WHERE <middle> ~ is missing
            1 ~ DELETE FROM rankindex_node WHERE <middle> ~ is missing
            1 ~ UPDATE rankindex_node SET entries_before[2] = entries_before[2] - 1 WHERE <middle> ~ in its parent
            1 ~ UPDATE rankindex_node SET scores_before[3] = scores_before[3] - 1 WHERE <middle> ~ in its parent
            2 ~ DELETE FROM rankindex_node WHERE level = 2 ~ instead of one root
            0 ~ DELETE FROM rankindex_node WHERE level = 0 ~ is missing
            1 ~ DELETE FROM rankindex_node WHERE level = 1 ~ has no parent
            0 ~ INSERT INTO rankindex_node SELECT ranking_id, level, separator || '\\x00', separators, entries_before, \
                scores_before FROM rankindex_node WHERE <middle> ~ after the one at
            2 ~ INSERT INTO rankindex_node SELECT ranking_id, 3, separator, separators, entries_before, \
                scores_before FROM rankindex_node WHERE level = 2 ~ is missing
            0 ~ DELETE FROM rankindex_node WHERE TRUE ~ have no index
            0 ~ DELETE FROM <entry> WHERE participant_id = 300 ~ entries of the leaf at
            0 ~ UPDATE <entry> SET sort_key = 1000 WHERE participant_id = 300 ~ entries of the leaf at
            0 ~ INSERT INTO <entry> SELECT ranking_id, 9999, -1, 0, 0, achieved_at, 1, NULL, id_key FROM <entry> \
                WHERE participant_id = 1 \
                ~ new scores of the leaf at the start
            """)
    void findsAndRepairsCorruption(String level, String corruption, String words) {
        IndexedRanking ranking = IndexedRanking.of(server, ++rankings, IndexedRanking.TINY);
        ranking.fill(ENTRIES);
        IndexReport before = ranking.check();
        assertThat(before.examples()).isEmpty();
        assertThat(before.entryCount()).isEqualTo(600);
        assertThat(before.nodeCount())
                .isEqualTo((int) ranking.count("SELECT count(*) FROM rankindex_node WHERE ranking_id = :ranking"));
        corrupt(ranking, corruption.replace("<middle>", MIDDLE.replace("<level>", level) + " AND level = " + level));
        IndexReport broken = ranking.check();
        assertThat(broken.isCorrect()).isFalse();
        assertThat(broken.examples()).hasSize(Math.min(broken.differenceCount(), IndexReport.MAX_EXAMPLES));
        assertThat(broken.examples()).anyMatch(example -> example.contains(words));
        ranking.sql.useTransaction(() -> ranking.check.repair(ranking.id));
        assertThat(ranking.check().examples()).isEmpty();
    }

    @Test
    void requiresAnIndexAboveTwiceTheThreshold() {
        IndexedRanking ranking = IndexedRanking.of(server, ++rankings, IndexedRanking.DEFAULT);
        ranking.fill("SELECT n, n, 0, 0 FROM generate_series(1, 512) AS n");
        assertThat(ranking.check()).isEqualTo(new IndexReport(512, 0, 0, List.of()));
        insert(ranking, 513, 1_024);
        assertThat(ranking.check()).isEqualTo(new IndexReport(1_024, 0, 0, List.of()));
        insert(ranking, 1_025, 1_025);
        assertThat(ranking.check())
                .isEqualTo(new IndexReport(
                        1_025, 0, 1, List.of("1,025 entries have no index; rankings of more than 1,024 need one")));
    }

    /** Adds entries without updating the index. */
    private static void insert(IndexedRanking ranking, int first, int last) {
        ranking.sql
                .of(ranking.sql(
                        "INSERT INTO <entry> SELECT :ranking, n, n, 0, 0, '2025-07-13'::timestamptz, 1, NULL, 'x'"
                                + " FROM generate_series(:first, :last) AS n"))
                .bind("ranking", ranking.id)
                .bind("first", first)
                .bind("last", last)
                .execute();
    }

    @Test
    void indexesGrowingRankingBeforeTwiceTheThreshold() {
        IndexedRanking ranking = IndexedRanking.of(server, ++rankings, IndexedRanking.DEFAULT);
        for (long participant = 1; participant <= 1_025; participant++) {
            ranking.update(Map.of(participant, new RankKey(participant, 0, 0, "", participant)));
            if (participant <= 512) {
                assertThat(ranking.count(NODES)).isZero();
            }
        }
        assertThat(ranking.check().examples()).isEmpty();
        assertThat(ranking.count(NODES)).isPositive();
    }

    @Test
    void acceptsEmptyRanking() {
        IndexedRanking ranking = IndexedRanking.of(server, ++rankings, IndexedRanking.TINY);
        assertThat(ranking.check()).isEqualTo(new IndexReport(0, 0, 0, List.of()));
    }

    private static void corrupt(IndexedRanking ranking, String change) {
        String scoped = ranking.sql(change + " AND ranking_id = :ranking");
        int changed = ranking.sql.of(scoped).bind("ranking", ranking.id).execute();
        assertThat(changed).isPositive();
    }
}
