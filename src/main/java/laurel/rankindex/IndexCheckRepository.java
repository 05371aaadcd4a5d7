package laurel.rankindex;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.stream.Stream;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.window.RankingId;

/** Streams all nodes and all entries of a ranking. */
@Singleton
class IndexCheckRepository {
    /** Makes the planner read in index order: sorting ten million entries would need space for them. */
    private static final String IN_INDEX_ORDER =
            "SET TRANSACTION READ ONLY; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off";

    private static final String NODES = """
            SELECT level, separator, separators, entries_before, scores_before FROM rankindex_node
            WHERE ranking_id = :ranking
            ORDER BY level, separator
            """;

    private static final String ENTRIES = """
            SELECT sort_key, subscore_key, tie_key, id_key, participant_id,
                   row_number() OVER list AS position, dense_rank() OVER scores AS dense_rank
            FROM <entry> WHERE ranking_id = :ranking
            WINDOW list AS (ORDER BY sort_key, subscore_key, tie_key, id_key),
                   scores AS (ORDER BY sort_key, subscore_key)
            ORDER BY sort_key, subscore_key, tie_key, id_key
            """;

    private static final int NODE_FETCH_SIZE = 200;
    private static final int ENTRY_FETCH_SIZE = 5_000;

    private final Sql sql;

    IndexCheckRepository(Sql sql) {
        this.sql = sql;
    }

    /** An entry with its ROW_NUMBER() and DENSE_RANK(). */
    @Introspected
    record NumberedEntry(RankKey key, long position, long denseRank) {}

    /** Prepares the transaction: read-only, in index order, without a timeout. */
    void prepare() {
        NoTimeout.applyTo(sql);
        sql.execute(IN_INDEX_ORDER);
    }

    /** All nodes, level by level from the lowest, in order. */
    Stream<StoredNode> nodes(long ranking) {
        return sql.of(NODES).bind("ranking", ranking).stream(StoredNode.class, NODE_FETCH_SIZE);
    }

    /** All entries, in order. */
    Stream<NumberedEntry> entries(long ranking) {
        return sql.of(ENTRIES.replace("<entry>", RankingId.entryTable(ranking))).bind("ranking", ranking).stream(
                NumberedEntry.class, ENTRY_FETCH_SIZE);
    }
}
