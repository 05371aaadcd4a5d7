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

/** Retires slices. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class SliceRepository implements SqlRepository {
    private static final String DELETE = """
            DELETE FROM <table> WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM <table> WHERE <id> >= :from AND <id> < :to ORDER BY <id> LIMIT :part))
            """;

    private final Sql sql;

    SliceRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * Locks the slices without unexpired windows, so that no window is opened in them until the transaction ends. Skips
     * slices in which a window is being opened, because {@code open_slice} locks them, and those opened within a day,
     * because slices are opened ahead of their windows.
     */
    @Query("""
            SELECT id FROM window_slice AS s
            WHERE retired_at IS NULL AND name NOT LIKE 'ever-%' AND opened_at < :now::timestamptz - interval '1 day'
              AND NOT EXISTS (SELECT FROM leaderboard_window AS w WHERE w.slice_id = s.id AND w.expired_at IS NULL)
            ORDER BY id
            FOR UPDATE SKIP LOCKED
            """)
    abstract List<Integer> lockExpired(Instant now);

    /**
     * Retires those of these slices that still have no unexpired window, now that they are locked. A window that needs the
     * name of a retired slice gets a new slice.
     */
    @Query("""
            UPDATE window_slice AS s SET retired_at = :now, name = name || '~' || id
            WHERE id = ANY (:slices)
              AND NOT EXISTS (SELECT FROM leaderboard_window AS w WHERE w.slice_id = s.id AND w.expired_at IS NULL)
            """)
    abstract void retire(Collection<Integer> slices, Instant now);

    /** Returns the slices that were retired before an instant and are not dropped. */
    @Query("SELECT id FROM window_slice WHERE retired_at <= :before AND dropped_at IS NULL ORDER BY id")
    abstract List<Integer> retired(Instant before);

    /** Deletes rows that refer to rankings of a slice, and returns their number. */
    int deleteReferences(String table, String id, int slice, int part) {
        return sql.of(DELETE.replace("<table>", table).replace("<id>", id))
                .bind("from", PartitionedId.first(slice))
                .bind("to", PartitionedId.first(slice + 1L))
                .bind("part", part)
                .execute();
    }

    @Query("UPDATE window_slice SET dropped_at = :now WHERE id = :slice AND dropped_at IS NULL")
    abstract void setDropped(int slice, Instant now);
}
