package laurel.index;

import jakarta.inject.Singleton;
import laurel.database.Unhurried;
import laurel.window.RankingId;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterator;

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

    /** An entry and what the window functions say of it. */
    record Numbered(EntryPlace place, long position, long denseRank) {}

    /** The rest of the transaction reads, in order and as long as it takes. */
    void reading(Handle transaction) {
        Unhurried.make(transaction);
        transaction.execute(READING);
    }

    /** All blocks, level by level from the lowest, each in order. */
    ResultIterator<StoredBlock> blocks(Handle transaction, long ranking) {
        return transaction
                .createQuery(BLOCKS)
                .bind("ranking", ranking)
                .setFetchSize(BLOCKS_AT_A_TIME)
                .mapTo(StoredBlock.class)
                .iterator();
    }

    /** All entries, in order. */
    ResultIterator<Numbered> entries(Handle transaction, long ranking) {
        return transaction
                .createQuery(NUMBERED.replace("<entry>", RankingId.entryTable(ranking)))
                .bind("ranking", ranking)
                .setFetchSize(ENTRIES_AT_A_TIME)
                .map((row, context) -> new Numbered(
                        new EntryPlace(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)),
                        row.getLong(5),
                        row.getLong(6)))
                .iterator();
    }
}
