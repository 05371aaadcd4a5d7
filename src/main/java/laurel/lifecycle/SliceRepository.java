package laurel.lifecycle;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.database.PartitionedId;
import laurel.database.Sql;

/** Drops the partitions of slices. */
@Singleton
class SliceRepository {
    /** Slices are opened ahead of their windows: one that is new and empty waits for them. */
    private static final Duration NEW = Duration.ofDays(1);

    /** Not those in which a window is being opened, whose rows {@code open_slice} holds. */
    private static final String HOLD_EMPTY = """
            SELECT id FROM slice AS s
            WHERE expired_at IS NULL AND name NOT LIKE 'ever-%' AND opened_at < :before
              AND NOT EXISTS (SELECT FROM leaderboard_window AS w WHERE w.slice_id = s.id AND w.expired_at IS NULL)
            ORDER BY id
            FOR UPDATE SKIP LOCKED
            """;

    /** Looked at again under the lock. The name is free from then on: whoever needs it is given another slice. */
    private static final String GIVE_UP = """
            UPDATE slice AS s SET expired_at = :now, name = name || '~' || id
            WHERE id = ANY (:ids)
              AND NOT EXISTS (SELECT FROM leaderboard_window AS w WHERE w.slice_id = s.id AND w.expired_at IS NULL)
            """;

    private static final String GIVEN_UP =
            "SELECT id FROM slice WHERE expired_at <= :before AND dropped_at IS NULL ORDER BY id";

    /** Ends with the transaction. */
    private static final String CLAIM = "SELECT pg_try_advisory_xact_lock(hashtext('drop_slice'))";

    /**
     * The claim waits while tables are detached, on a connection of their own. This does away with what is left of the statement
     * that claimed, too: its snapshot is one that finishing a detaching would wait for.
     */
    private static final String WAIT = "SET LOCAL idle_in_transaction_session_timeout = 0";

    private static final String FORGET = """
            DELETE FROM <table> WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM <table> WHERE <id> >= :from AND <id> < :to ORDER BY <id> LIMIT :part))
            """;

    private static final String DROPPED = "UPDATE slice SET dropped_at = :now WHERE id = :id AND dropped_at IS NULL";

    private final Sql sql;

    SliceRepository(Sql sql) {
        this.sql = sql;
    }

    /** Slices in which every window has expired, or none is left; nobody opens one in them until the transaction ends. */
    List<Integer> holdEmpty(Instant now) {
        return sql.of(HOLD_EMPTY).bind("before", now.minus(NEW)).list(Integer.class);
    }

    /** Gives up those of these slices that are empty still. */
    void giveUp(Collection<Integer> slices, Instant now) {
        sql.of(GIVE_UP).bindArray("ids", Integer.class, slices).bind("now", now).execute();
    }

    /** Slices that were given up before a moment and are not dropped. */
    List<Integer> givenUp(Instant before) {
        return sql.of(GIVEN_UP).bind("before", before).list(Integer.class);
    }

    /** Whether this transaction is the one under which slices are dropped. */
    boolean claim() {
        boolean claimed = sql.of(CLAIM).one(Boolean.class);
        sql.execute(WAIT);
        return claimed;
    }

    /** Deletes rows of a table, whose ids are those of the slice's rankings; how many. */
    int forget(String table, String id, int slice, int part) {
        return sql.of(FORGET.replace("<table>", table).replace("<id>", id))
                .bind("from", PartitionedId.first(slice))
                .bind("to", PartitionedId.first(slice + 1L))
                .bind("part", part)
                .execute();
    }

    void dropped(int slice, Instant now) {
        sql.of(DROPPED).bind("id", slice).bind("now", now).execute();
    }
}
