package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import laurel.LaurelServer;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with an index is found, and a repair makes it right. */
class IndexCheckRepositoryTest {
    private static final String ENTRIES = "SELECT n, n / 3, 0, n % 2 FROM generate_series(1, 600) AS n";
    /** In the middle of the ranking. */
    private static final String MIDDLE =
            "bound = (SELECT bound FROM block WHERE ranking_id = :ranking AND level = <level>"
                    + " ORDER BY bound OFFSET 2 LIMIT 1)";

    private static LaurelServer server;
    private static long rankings;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(Clock.systemUTC());
        // What no code of ours could store.
        server.bean(Sql.class).execute("ALTER TABLE block DROP CONSTRAINT block_check");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            0 ~ UPDATE block SET entries[2] = entries[2] - 1 WHERE <middle>         ~ entries of the run at
            0 ~ UPDATE block SET scores[2] = scores[2] + 1 WHERE <middle>           ~ new scores of the run at
            0 ~ UPDATE block SET scores[2] = scores[3] + 1 WHERE <middle>           ~ counts that do not fit
            0 ~ UPDATE block SET entries[1] = 1 WHERE <middle>                      ~ counts that do not fit
            0 ~ UPDATE block SET scores = array_append(scores, 9) WHERE <middle>    ~ counts that do not fit
            0 ~ UPDATE block SET bounds[2] = bounds[2] || '\\x80' WHERE <middle>    ~ a bound that is none
            0 ~ UPDATE block SET bounds[2] = bounds[2] || '\\x8000000000000008' WHERE <middle> \
                                                                                    ~ entries of the run at
            0 ~ UPDATE block SET bounds[1] = '' WHERE <middle>                      ~ has its first part at the start
            0 ~ UPDATE block SET bounds[2] = bounds[1] WHERE <middle>               ~ behind that at
            0 ~ DELETE FROM block WHERE <middle>                                    ~ is missing
            1 ~ DELETE FROM block WHERE <middle>                                    ~ is missing
            1 ~ UPDATE block SET entries[2] = entries[2] - 1 WHERE <middle>         ~ in the block above it
            1 ~ UPDATE block SET scores[3] = scores[3] - 1 WHERE <middle>           ~ in the block above it
            2 ~ DELETE FROM block WHERE level = 2                                   ~ one is the root of all
            0 ~ DELETE FROM block WHERE level = 0                                   ~ is missing
            1 ~ DELETE FROM block WHERE level = 1                                   ~ no block above it has
            0 ~ INSERT INTO block SELECT ranking_id, level, bound || '\\x00', bounds, entries, scores FROM block WHERE <middle> \
                                                                                    ~ behind that at
            2 ~ INSERT INTO block SELECT ranking_id, 3, bound, bounds, entries, scores FROM block WHERE level = 2 \
                                                                                    ~ is missing
            0 ~ DELETE FROM block WHERE TRUE                                        ~ have no blocks
            0 ~ DELETE FROM <entry> WHERE participant_id = 300                      ~ entries of the run at
            0 ~ UPDATE <entry> SET sort_key = 1000 WHERE participant_id = 300       ~ entries of the run at
            0 ~ INSERT INTO <entry> SELECT ranking_id, 9999, -1, 0, 0, achieved_at, 1 FROM <entry> WHERE participant_id = 1 \
                                                                                    ~ new scores of the run at the start
            """)
    void whatIsBrokenIsFoundAndRepaired(String level, String change, String words) {
        IndexedRanking ranking = IndexedRanking.of(server, ++rankings, IndexedRanking.TINY);
        ranking.fill(ENTRIES);
        IndexReport right = ranking.check();
        assertThat(right.examples()).isEmpty();
        assertThat(right.entries()).isEqualTo(600);
        assertThat(right.blocks())
                .isEqualTo((int) ranking.count("SELECT count(*) FROM block WHERE ranking_id = :ranking"));
        breakIt(ranking, change.replace("<middle>", MIDDLE.replace("<level>", level) + " AND level = " + level));
        IndexReport broken = ranking.check();
        assertThat(broken.right()).isFalse();
        assertThat(broken.examples()).hasSize(Math.min(broken.differences(), IndexReport.MOST_EXAMPLES));
        assertThat(broken.examples()).anyMatch(example -> example.contains(words));
        ranking.sql.useTransaction(() -> ranking.check.repair(ranking.id));
        assertThat(ranking.check().examples()).isEmpty();
    }

    @Test
    void aSmallRankingNeedsNoBlocksAndALargeOneDoes() {
        IndexedRanking ranking = IndexedRanking.of(server, ++rankings, IndexedRanking.DEFAULT);
        ranking.fill("SELECT n, n, 0, 0 FROM generate_series(1, 512) AS n");
        assertThat(ranking.check()).isEqualTo(new IndexReport(512, 0, 0, List.of()));
        ranking.sql
                .of(ranking.sql("INSERT INTO <entry> VALUES (:ranking, 0, 0, 0, 0, '2025-07-13', 1)"))
                .bind("ranking", ranking.id)
                .execute();
        assertThat(ranking.check())
                .isEqualTo(new IndexReport(513, 0, 1, List.of("513 entries have no blocks; more than 512 should")));
    }

    @Test
    void thereMayBeNothing() {
        IndexedRanking ranking = IndexedRanking.of(server, ++rankings, IndexedRanking.TINY);
        assertThat(ranking.check()).isEqualTo(new IndexReport(0, 0, 0, List.of()));
    }

    private static void breakIt(IndexedRanking ranking, String change) {
        String scoped = ranking.sql(change + " AND ranking_id = :ranking");
        int changed = ranking.sql.of(scoped).bind("ranking", ranking.id).execute();
        assertThat(changed).isPositive();
    }
}
