package laurel.lifecycle;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.database.Sql;
import laurel.leaderboard.Leaderboard;

/** Finds what is due. */
@Singleton
class DueRepository {
    /** How far the time of a board that lives by its submissions may be ahead of the service's clock. */
    private static final Duration AHEAD = Duration.ofMinutes(5);

    /** A board's own time, as {@link Leaderboard#time} has it. */
    private static final String PRESENT =
            "greatest(CASE l.clock WHEN 'SYSTEM' THEN :now ELSE l.clock_at END, l.finalized_through)";

    /** Each of these is a look at an index that holds little more than what is due. */
    private static final String STARTING = """
            SELECT app_id, id AS leaderboard_id
            FROM leaderboard AS l
            WHERE jsonb_array_length(seasons) > jsonb_array_length(jsonb_path_query_array(seasons, '$[*].startedAt'))
              AND archived_at IS NULL AND jsonb_path_exists(windows, '$[*] ? (@.kind == "SEASON")')
              AND EXISTS (
                  SELECT FROM jsonb_to_recordset(l.seasons) AS s ("startsAt" timestamptz, "startedAt" timestamptz)
                  WHERE s."startedAt" IS NULL AND s."startsAt" <= <present>)
            ORDER BY id
            LIMIT :limit
            """.replace("<present>", PRESENT);

    private static final String CLOSING = """
            SELECT w.app_id, w.leaderboard_id
            FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
            WHERE w.finalized_at IS NULL AND w.wanted_revision = 0 AND w.expired_at IS NULL AND w.finalizes_at <= :ahead
              AND w.finalizes_at <= <present> AND w.leaderboard_id <> ALL (:left)
            ORDER BY w.finalizes_at, w.id
            LIMIT :limit
            """.replace("<present>", PRESENT);

    private static final String FINALIZING = """
            SELECT app_id, leaderboard_id FROM leaderboard_window
            WHERE wanted_revision > revision AND expired_at IS NULL AND leaderboard_id <> ALL (:left)
            ORDER BY revision > 0, finalizes_at, id
            LIMIT :limit
            """;

    /** As {@code Leaderboard.idle} has it, who decides under the board's lock. */
    private static final String IDLE = """
            SELECT app_id, id FROM leaderboard
            WHERE archive_after IS NOT NULL AND archived_at IS NULL
              AND greatest(received_at, updated_at) + archive_after + interval '1 hour' <= :now
            ORDER BY id
            """;

    private final Sql sql;

    DueRepository(Sql sql) {
        this.sql = sql;
    }

    /** A board of an app. */
    @Introspected
    record Board(int appId, int id) {}

    /** Boards that have planned a season for a moment that they have reached. */
    List<Due> starting(Instant now, int limit) {
        return sql.of(STARTING).bind("now", now).bind("limit", limit).list(Due.class);
    }

    /**
     * The boards of the windows whose grace is over, the oldest first.
     *
     * @param left boards whose turn is not now
     */
    List<Due> closing(Instant now, Collection<Integer> left, int limit) {
        return sql.of(CLOSING)
                .bind("now", now)
                .bind("ahead", now.plus(AHEAD))
                .bindArray("left", Integer.class, left)
                .bind("limit", limit)
                .list(Due.class);
    }

    /** The boards of the windows that are closed and not final, or were corrected since, in the order in which it is their turn. */
    List<Due> finalizing(Collection<Integer> left, int limit) {
        return sql.of(FINALIZING)
                .bindArray("left", Integer.class, left)
                .bind("limit", limit)
                .list(Due.class);
    }

    /** Boards that have received nothing for as long as their definitions allow. */
    List<Board> idle(Instant now) {
        return sql.of(IDLE).bind("now", now).list(Board.class);
    }
}
