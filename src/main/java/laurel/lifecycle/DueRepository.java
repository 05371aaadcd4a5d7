package laurel.lifecycle;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Leaderboard;

/** Finds what is due. Each statement is a look at an index that holds little more than what is due. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface DueRepository extends SqlRepository {
    /** A board's own time, as {@link Leaderboard#time} has it. */
    String PRESENT = "greatest(CASE l.clock WHEN 'SYSTEM' THEN :now ELSE l.clock_at END, l.finalized_through)";

    /** A board of an app. */
    @Introspected
    record Board(int appId, int id) {}

    /** Boards that have planned a season for a moment that they have reached. */
    @Query("""
            SELECT app_id, id
            FROM leaderboard AS l
            WHERE jsonb_array_length(seasons) > jsonb_array_length(jsonb_path_query_array(seasons, '$[*].startedAt'))
              AND archived_at IS NULL AND jsonb_path_exists(window_definitions, '$[*] ? (@.kind == "SEASON")')
              AND EXISTS (
                  SELECT FROM jsonb_to_recordset(l.seasons) AS s ("startsAt" timestamptz, "startedAt" timestamptz)
                  WHERE s."startedAt" IS NULL AND s."startsAt" <=\s""" + PRESENT + """
            )
            ORDER BY id
            LIMIT :limit
            """)
    List<Board> starting(Instant now, int limit);

    /**
     * The boards of the windows whose grace is over, the oldest first. The time of a board that lives by its submissions
     * may be five minutes ahead of the service's clock.
     *
     * @param left boards whose turn is not now
     */
    @Query("""
            SELECT w.app_id, w.leaderboard_id AS id
            FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
            WHERE w.finalized_at IS NULL AND w.wanted_revision = 0 AND w.expired_at IS NULL
              AND w.finalizes_at <= :now::timestamptz + interval '5 minutes'
              AND w.finalizes_at <=\s""" + PRESENT + """
              AND w.leaderboard_id <> ALL (:left)
            ORDER BY w.finalizes_at, w.id
            LIMIT :limit
            """)
    List<Board> closing(Instant now, Collection<Integer> left, int limit);

    /**
     * The boards of the windows that are closed and not final, or were corrected since, in the order in which it is
     * their turn.
     */
    @Query("""
            SELECT w.app_id, w.leaderboard_id AS id FROM leaderboard_window AS w
            WHERE w.wanted_revision > w.revision AND w.expired_at IS NULL AND w.leaderboard_id <> ALL (:left)
            ORDER BY w.revision > 0, w.finalizes_at, w.id
            LIMIT :limit
            """)
    List<Board> finalizing(Collection<Integer> left, int limit);

    /**
     * Boards that have received nothing for as long as their definitions allow, as {@code Leaderboard.idle} has it, which
     * decides under the board's lock.
     */
    @Query("""
            SELECT app_id, id FROM leaderboard
            WHERE archive_after IS NOT NULL AND archived_at IS NULL
              AND greatest(received_at, updated_at) + archive_after + interval '1 hour' <= :now
            ORDER BY id
            """)
    List<Board> idle(Instant now);
}
