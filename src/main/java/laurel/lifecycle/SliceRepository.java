package laurel.lifecycle;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;

/** Drops the partitions of slices. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class SliceRepository implements SqlRepository {
    /**
     * The claim waits while tables are detached, on a connection of their own. This does away with what is left of the
     * statement that claimed, too: its snapshot is one that finishing a detaching would wait for.
     */
    private static final String WAIT = "SET LOCAL idle_in_transaction_session_timeout = 0";

    private static final String FORGET = """
            DELETE FROM <table> WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM <table> WHERE <id> >= :from AND <id> < :to ORDER BY <id> LIMIT :part))
            """;

    private final Sql sql;

    SliceRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * Slices in which every window has expired, or none is left; nobody opens one in them until the transaction ends. Not
     * those in which a window is being opened, whose rows {@code open_slice} holds, nor those opened within a day: slices
     * are opened ahead of their windows, and one that is new and empty waits for them.
     */
    @Query("""
            SELECT id FROM window_slice AS s
            WHERE expired_at IS NULL AND name NOT LIKE 'ever-%' AND opened_at < :now::timestamptz - interval '1 day'
              AND NOT EXISTS (SELECT FROM leaderboard_window AS w WHERE w.slice_id = s.id AND w.expired_at IS NULL)
            ORDER BY id
            FOR UPDATE SKIP LOCKED
            """)
    abstract List<Integer> holdEmpty(Instant now);

    /**
     * Gives up those of these slices that are empty still: looked at again under the lock. The name is free from then on:
     * whoever needs it is given another slice.
     */
    @Query("""
            UPDATE window_slice AS s SET expired_at = :now, name = name || '~' || id
            WHERE id = ANY (:slices)
              AND NOT EXISTS (SELECT FROM leaderboard_window AS w WHERE w.slice_id = s.id AND w.expired_at IS NULL)
            """)
    abstract void giveUp(Collection<Integer> slices, Instant now);

    /** Slices that were given up before a moment and are not dropped. */
    @Query("SELECT id FROM window_slice WHERE expired_at <= :before AND dropped_at IS NULL ORDER BY id")
    abstract List<Integer> givenUp(Instant before);

    /** Whether this transaction, until it ends, is the one under which slices are dropped. */
    boolean claim() {
        boolean claimed = tryLock();
        sql.execute(WAIT);
        return claimed;
    }

    @Query("SELECT pg_try_advisory_xact_lock(hashtext('drop_slice'))")
    abstract boolean tryLock();

    /** Deletes rows of a table, whose ids are those of the slice's rankings; how many. */
    int forget(String table, String id, int slice, int part) {
        return sql.of(FORGET.replace("<table>", table).replace("<id>", id))
                .bind("from", PartitionedId.first(slice))
                .bind("to", PartitionedId.first(slice + 1L))
                .bind("part", part)
                .execute();
    }

    @Query("UPDATE window_slice SET dropped_at = :now WHERE id = :slice AND dropped_at IS NULL")
    abstract void dropped(int slice, Instant now);
}
