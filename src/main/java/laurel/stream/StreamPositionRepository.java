package laurel.stream;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import laurel.database.sql.SqlRepository;
import laurel.event.EventType;
import org.jspecify.annotations.Nullable;

/** Positions of streams in the event log, and which node publishes an app. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface StreamPositionRepository extends SqlRepository {
    /**
     * Starts an app, unless it has a position.
     *
     * @param afterLast whether to start after its last event; otherwise before the first
     */
    @Query("""
            INSERT INTO stream_position (app_id, event_position)
            SELECT :app, coalesce(max(id), 0) FROM event WHERE app_id = :app AND :afterLast
            ON CONFLICT (app_id) DO NOTHING
            """)
    void start(int app, boolean afterLast);

    /**
     * Takes or extends the lease of an app with unread events, and returns its position. Null if there are none, or if another
     * node has the lease.
     */
    @Query("""
            UPDATE stream_position AS p SET lease = :lease, leased_until = :until
            WHERE p.app_id = :app AND (p.lease = :lease OR p.leased_until IS NULL OR p.leased_until <= :now)
              AND (SELECT e.id FROM event AS e WHERE e.app_id = p.app_id AND e.id > p.event_position LIMIT 1) IS NOT NULL
            RETURNING p.event_position
            """)
    @Nullable
    Long claim(int app, UUID lease, Instant now, Instant until);

    /** Stores that all events up to this one are published. Returns 0 if the lease is lost. */
    @Query("UPDATE stream_position SET event_position = :position WHERE app_id = :app AND lease = :lease")
    int advance(int app, UUID lease, long position);

    @Query("UPDATE stream_position SET lease = NULL, leased_until = NULL WHERE app_id = :app AND lease = :lease")
    void release(int app, UUID lease);

    /** When the first event of these types after the position occurred; empty if all are published. */
    @Query("""
            SELECT e.occurred_at
            FROM stream_position AS p
            CROSS JOIN LATERAL (
                SELECT q.occurred_at FROM event AS q
                WHERE q.app_id = :app AND q.id > p.event_position AND q.event_type = ANY (:types)
                ORDER BY q.id LIMIT 1) AS e
            WHERE p.app_id = :app
            """)
    Optional<Instant> oldest(int app, Collection<EventType> types);
}
