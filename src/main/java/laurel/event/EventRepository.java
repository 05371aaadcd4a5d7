package laurel.event;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.event.AppEvent.EventFilter;
import laurel.request.ListRequest;

/** Stores and lists events of apps. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface EventRepository extends SqlRepository {
    /**
     * Waits for other transactions that publish events of these apps. A separate statement, so that events get their ids
     * under the lock. In order of id, so that transactions that lock several apps wait for each other instead of deadlocking.
     */
    @Query("""
            SELECT count(pg_advisory_xact_lock(hashtext('event'), id))
            FROM (SELECT unnest(:apps) AS id ORDER BY 1) AS ordered
            """)
    void lock(Collection<Integer> apps);

    @Query("""
            INSERT INTO event (app_id, event_type, leaderboard_id, window_id, number, participant_id, award_id, occurred_at)
            SELECT app_id, event_type, leaderboard_id, window_id, number, participant_id, award_id, occurred_at
            FROM unnest(:events.appId, :events.eventType, :events.leaderboardId, :events.windowId, :events.number,
                        :events.participantId, :events.awardId, :events.occurredAt) WITH ORDINALITY
                 AS given (app_id, event_type, leaderboard_id, window_id, number, participant_id, award_id, occurred_at, n)
            ORDER BY n
            """)
    void insert(Collection<NewEvent> events);

    /** Whether an event of this board has this type and number. */
    @Query("""
            SELECT EXISTS (SELECT FROM event
                           WHERE leaderboard_id = :event.leaderboardId AND event_type = :event.eventType
                             AND number IS NOT DISTINCT FROM :event.number::integer)
            """)
    boolean exists(NewEvent event);

    @Query("SELECT * FROM event WHERE app_id = :app AND id = ANY (:ids)")
    List<AppEvent> byIds(int app, Collection<Long> ids);

    /** The id of the app's last event; 0 before the first. */
    @Query("SELECT coalesce(max(id), 0) FROM event WHERE app_id = :app")
    long last(int app);

    @Query("""
            SELECT input.n, e.*
            FROM unnest(:lists.after, :lists.limit, :lists.filter.types, :lists.filter.leaderboards) WITH ORDINALITY
                 AS input (after, size, types, leaderboards, n)
            CROSS JOIN LATERAL (
                SELECT array_agg(b.id) AS ids FROM leaderboard AS b
                WHERE b.app_id = :app AND b.key = ANY (string_to_array(input.leaderboards, ','))) AS board
            CROSS JOIN LATERAL (
                SELECT * FROM event AS l
                WHERE l.app_id = :app AND l.id > input.after
                  AND (input.types IS NULL OR l.event_type = ANY (string_to_array(input.types, ',')))
                  AND (input.leaderboards IS NULL OR l.leaderboard_id = ANY (board.ids))
                ORDER BY l.id LIMIT input.size) AS e
            ORDER BY input.n, e.id
            """)
    List<Numbered<AppEvent>> list(int app, List<ListRequest<EventFilter, Long>> lists);

    /** The events of each of these lists, in the order in which they occurred; lists without events are absent. */
    default Map<ListRequest<EventFilter, Long>, List<AppEvent>> listed(
            int app, List<ListRequest<EventFilter, Long>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }
}
