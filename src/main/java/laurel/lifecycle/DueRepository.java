package laurel.lifecycle;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Finds what is due. */
@Singleton
class DueRepository {
    /** How far the time of a board that lives by its submissions may be ahead of the service's clock. */
    private static final Duration AHEAD = Duration.ofMinutes(5);

    /** Each part is a look at an index that holds little more than what is due. A board's own time is as Java says it. */
    private static final String DUE = """
            SELECT step, app_id, leaderboard_id, window_id
            FROM (
                SELECT 'START' AS step, app_id, id AS leaderboard_id, NULL::bigint AS window_id, NULL::timestamptz AS due_at
                FROM leaderboard
                WHERE jsonb_array_length(seasons) > jsonb_array_length(jsonb_path_query_array(seasons, '$[*].startedAt'))
                UNION ALL
                SELECT 'CLOSE', w.app_id, w.leaderboard_id, w.id, w.finalizes_at
                FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
                WHERE w.finalized_at IS NULL AND w.wanted_revision = 0 AND w.expired_at IS NULL AND w.finalizes_at <= :ahead
                  AND w.finalizes_at <=
                      greatest(CASE l.clock WHEN 'SYSTEM' THEN :now ELSE l.clock_at END, l.finalized_through)
                UNION ALL
                SELECT 'FINALIZE', app_id, leaderboard_id, id, finalizes_at FROM leaderboard_window
                WHERE wanted_revision > revision AND expired_at IS NULL) AS due
            WHERE leaderboard_id <> ALL (:left)
            ORDER BY due_at NULLS FIRST, window_id
            LIMIT :limit
            """;

    /** As {@code Leaderboard.idle} has it, who decides under the board's lock. */
    private static final String IDLE = """
            SELECT app_id, id FROM leaderboard
            WHERE archive_after IS NOT NULL AND archived_at IS NULL
              AND greatest(received_at, updated_at) + archive_after + interval '1 hour' <= :now
            ORDER BY id
            """;

    /** A board of an app. */
    record Board(int appId, int id) {}

    /**
     * The oldest of what is due.
     *
     * @param left boards whose turn is not now
     */
    List<Due> due(Handle handle, Instant now, Collection<Integer> left, int limit) {
        return handle.createQuery(DUE)
                .bind("now", now)
                .bind("ahead", now.plus(AHEAD))
                .bindArray("left", Integer.class, left)
                .bind("limit", limit)
                .mapTo(Due.class)
                .list();
    }

    /** Boards that have received nothing for as long as their definitions allow. */
    List<Board> idle(Handle handle, Instant now) {
        return handle.createQuery(IDLE).bind("now", now).mapTo(Board.class).list();
    }
}
