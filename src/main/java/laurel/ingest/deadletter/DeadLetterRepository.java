package laurel.ingest.deadletter;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.ingest.mapping.StreamEntry;
import laurel.request.ListRequest;

/** Stores and lists dead letters. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface DeadLetterRepository extends SqlRepository {
    /** Stores entries with their reasons, which are in the same order. */
    @Query("""
            INSERT INTO dead_letter (app_id, stream, entry_id, fields, reason, failed_at)
            SELECT :app, :stream, s.entry_id, s.fields, s.reason, :now
            FROM unnest(:entries.id, :entries.stored, :reasons) WITH ORDINALITY AS s (entry_id, fields, reason, n)
            ORDER BY s.n
            ON CONFLICT (stream, entry_id) DO UPDATE SET reason = excluded.reason, failed_at = excluded.failed_at
            """)
    void insert(int app, String stream, List<StreamEntry> entries, List<String> reasons, Instant now);

    /** Number of dead letters of an app, at max {@code max}. */
    @Query("SELECT count(*) FROM (SELECT 1 FROM dead_letter WHERE app_id = :app LIMIT :max) AS found")
    int count(int app, int max);

    /** Number of dead letters of all apps. */
    @Query("SELECT count(*) FROM dead_letter")
    int count();

    @Query("SELECT * FROM dead_letter WHERE app_id = :app AND id = :id FOR UPDATE")
    Optional<DeadLetter> lock(int app, long id);

    @Query("UPDATE dead_letter SET reason = :reason, failed_at = :now WHERE id = :id RETURNING *")
    DeadLetter updateReason(long id, String reason, Instant now);

    /** Returns 0 if it does not exist. */
    @Query("DELETE FROM dead_letter WHERE app_id = :app AND id = :id")
    int delete(int app, long id);

    @Query("SELECT * FROM dead_letter WHERE app_id = :app AND id = ANY (:ids)")
    List<DeadLetter> byIds(int app, Collection<Long> ids);

    @Query("""
            SELECT input.n, p.*
            FROM unnest(:lists.after, :lists.limit) WITH ORDINALITY AS input (after, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM dead_letter AS s
                WHERE s.app_id = :app AND s.id > input.after ORDER BY s.id LIMIT input.size) AS p
            ORDER BY input.n, p.id
            """)
    List<Numbered<DeadLetter>> list(int app, List<ListRequest<Void, Long>> lists);

    /** The dead letters of each of these lists, oldest first; lists without any are absent. */
    default Map<ListRequest<Void, Long>, List<DeadLetter>> listed(int app, List<ListRequest<Void, Long>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }
}
