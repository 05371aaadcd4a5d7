package laurel.event;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
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
            INSERT INTO event (app_id, event_type, leaderboard_id, window_id, number, participant_id, award_id, webhook_id,
                               dead_letter_id, group_values, previous_rank, previous_score, rank, score, occurred_at)
            SELECT app_id, event_type, leaderboard_id, window_id, number, participant_id, award_id, webhook_id,
                   dead_letter_id, group_values, previous_rank, previous_score, rank, score, occurred_at
            FROM unnest(:events.appId, :events.eventType, :events.leaderboardId, :events.windowId, :events.number,
                        :events.participantId, :events.awardId, :events.webhookId, :events.deadLetterId,
                        :events.rankChange.groupValues, :events.rankChange.previousRank,
                        :events.rankChange.previousScore, :events.rankChange.rank, :events.rankChange.score,
                        :events.occurredAt) WITH ORDINALITY
                 AS given (app_id, event_type, leaderboard_id, window_id, number, participant_id, award_id, webhook_id,
                           dead_letter_id, group_values, previous_rank, previous_score, rank, score, occurred_at, n)
            ORDER BY n
            """)
    void insert(Collection<NewEvent> events);

    /** Whether an event of this board has this type and number. */
    @Query("""
            SELECT EXISTS (SELECT FROM event
                           WHERE leaderboard_id = :event.leaderboardId AND event_type = :event.eventType
                             AND number = :event.number)
            """)
    boolean exists(NewEvent event);

    @Query("SELECT * FROM event WHERE app_id = :app AND id = ANY (:ids)")
    List<AppEvent> byIds(int app, Collection<Long> ids);

    /** Deletes the first of the events about entries that occurred before this time. Stops at the first later one. */
    @Query("""
            DELETE FROM event
            WHERE id = ANY (ARRAY (
                SELECT first.id
                FROM (SELECT id, occurred_at FROM event
                      WHERE event_type IN ('ENTRY_ADDED', 'RANK_CHANGED') ORDER BY id LIMIT :most) AS first
                WHERE first.occurred_at < :before))
            """)
    int sweep(Instant before, int most);

    /** The id of the app's last event; 0 before the first. */
    @Query("SELECT coalesce(max(id), 0) FROM event WHERE app_id = :app")
    long last(int app);

    /**
     * Of the three ways to read the events, the filter selects one. Conditions and orders are such that each can only use its
     * own index: the planner would expect to find a rare type, or a quiet leaderboard, soon in the order of ids.
     */
    @Query("""
            SELECT input.n, e.*
            FROM unnest(:lists.after, :lists.limit, :lists.filter.types, :lists.filter.leaderboards) WITH ORDINALITY
                 AS input (after, size, types, leaderboards, n)
            CROSS JOIN LATERAL (
                SELECT array_agg(b.id) AS ids FROM leaderboard AS b
                WHERE b.app_id = :app AND b.key = ANY (string_to_array(input.leaderboards, ','))) AS board
            CROSS JOIN LATERAL (
                (SELECT * FROM event AS l
                 WHERE input.leaderboards IS NULL AND input.types IS NULL AND l.app_id = :app AND l.id > input.after
                 ORDER BY l.id LIMIT input.size)
                UNION ALL
                (SELECT f.* FROM (SELECT DISTINCT unnest(string_to_array(input.types, ',')) AS type) AS t
                 CROSS JOIN LATERAL (
                     SELECT * FROM event AS l
                     WHERE l.app_id = :app AND (l.event_type, l.id) > (t.type, input.after) AND l.event_type <= t.type
                     ORDER BY l.event_type, l.id LIMIT input.size) AS f
                 WHERE input.leaderboards IS NULL
                 ORDER BY f.id LIMIT input.size)
                UNION ALL
                (SELECT f.* FROM unnest(board.ids) AS b (id)
                 CROSS JOIN LATERAL (
                     SELECT * FROM event AS l
                     WHERE (l.leaderboard_id, l.id) > (b.id, input.after) AND l.leaderboard_id <= b.id
                       AND (input.types IS NULL OR l.event_type = ANY (string_to_array(input.types, ',')))
                     ORDER BY l.leaderboard_id, l.id LIMIT input.size) AS f
                 ORDER BY f.id LIMIT input.size)) AS e
            ORDER BY input.n, e.id
            """)
    List<Numbered<AppEvent>> list(int app, List<ListRequest<EventFilter, Long>> lists);

    /** The events of each of these lists, in the order in which they occurred; lists without events are absent. */
    default Map<ListRequest<EventFilter, Long>, List<AppEvent>> listed(
            int app, List<ListRequest<EventFilter, Long>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }
}
