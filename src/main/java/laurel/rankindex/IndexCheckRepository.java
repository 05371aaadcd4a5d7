package laurel.rankindex;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.stream.Stream;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.window.RankingId;

/** Reads a ranking's blocks and entries from end to end, a few at a time. */
@Singleton
class IndexCheckRepository {
    /** In the order of the index, which needs no sorting, and therefore no room for ten million entries. */
    private static final String READING =
            "SET TRANSACTION READ ONLY; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off";

    private static final String BLOCKS =
            "SELECT level, bound, bounds, entries, scores FROM block WHERE ranking_id = :ranking ORDER BY level, bound";

    private static final String NUMBERED = """
            SELECT sort_key, subscore_key, tie_key, participant_id,
                   row_number() OVER list AS position, dense_rank() OVER scores AS dense_rank
            FROM <entry> WHERE ranking_id = :ranking
            WINDOW list AS (ORDER BY sort_key, subscore_key, tie_key, participant_id),
                   scores AS (ORDER BY sort_key, subscore_key)
            ORDER BY sort_key, subscore_key, tie_key, participant_id
            """;

    private static final int BLOCKS_AT_A_TIME = 200;
    private static final int ENTRIES_AT_A_TIME = 5_000;

    private final Sql sql;

    IndexCheckRepository(Sql sql) {
        this.sql = sql;
    }

    /** An entry and what the window functions say of it. */
    @Introspected
    record Numbered(RankKey place, long position, long denseRank) {}

    /** The rest of the transaction reads, in order and as long as it takes. */
    void reading() {
        NoTimeout.make(sql);
        sql.execute(READING);
    }

    /** All blocks, level by level from the lowest, each in order. */
    Stream<StoredBlock> blocks(long ranking) {
        return sql.of(BLOCKS).bind("ranking", ranking).stream(StoredBlock.class, BLOCKS_AT_A_TIME);
    }

    /** All entries, in order. */
    Stream<Numbered> entries(long ranking) {
        return sql.of(NUMBERED.replace("<entry>", RankingId.entryTable(ranking))).bind("ranking", ranking).stream(
                Numbered.class, ENTRIES_AT_A_TIME);
    }
}
