package laurel.badge;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import laurel.database.sql.SqlRepository;

/** How far events and changes of leaderboards have been looked through for what is earned by them. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface BadgePositionRepository extends SqlRepository {
    /** Has an app's events followed from here, unless they are already. */
    @Query("""
            INSERT INTO badge_event_position (app_id, event_position) VALUES (:app, :position) ON CONFLICT (app_id) DO NOTHING
            """)
    void followEvents(int app, long position);

    /** Has a board's changes followed from here, unless they are already. */
    @Query("""
            INSERT INTO badge_board_position (leaderboard_id, sequence, looked_at) VALUES (:board, :position, :now)
            ON CONFLICT (leaderboard_id) DO NOTHING
            """)
    void followBoard(int board, long position, Instant now);

    @Query("""
            SELECT p.app_id FROM badge_event_position AS p
            WHERE EXISTS (SELECT FROM event AS e
                          WHERE e.app_id = p.app_id AND e.id > p.event_position
                            AND e.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED'))
            ORDER BY p.app_id
            """)
    List<Integer> appsBehind();

    @Query("""
            SELECT p.leaderboard_id FROM badge_board_position AS p
            WHERE EXISTS (SELECT FROM change_outbox AS o WHERE o.leaderboard_id = p.leaderboard_id AND o.sequence > p.sequence)
            ORDER BY p.leaderboard_id
            """)
    List<Integer> boardsBehind();

    /** How many events and changes have not been looked at, of each app and board at most so many. */
    @Query("""
            SELECT coalesce(sum(b.number), 0)
            FROM (SELECT q.number FROM badge_event_position AS p
                  CROSS JOIN LATERAL (
                      SELECT count(*) AS number
                      FROM (SELECT FROM event AS e
                            WHERE e.app_id = p.app_id AND e.id > p.event_position
                              AND e.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED') LIMIT :most) AS l) AS q
                  UNION ALL
                  SELECT q.number FROM badge_board_position AS p
                  CROSS JOIN LATERAL (
                      SELECT count(*) AS number
                      FROM (SELECT FROM change_outbox AS o
                            WHERE o.leaderboard_id = p.leaderboard_id AND o.sequence > p.sequence LIMIT :most) AS l) AS q
                 ) AS b
            """)
    long behind(int most);

    /**
     * A window that is still to be looked through.
     *
     * @param ofScores for its changes, else for its ranks
     * @param position where the changes of its board, or the events of its app, have been looked through to
     */
    @Introspected
    record Unread(long windowId, boolean ofScores, long position) {}

    /**
     * Those of these windows, of one board, that badges may be earned by and that have not been looked through for them:
     * their ranks are final or soon will be, or scores in them have changed. A board's first change after the position is
     * its oldest; clocks of nodes may differ a little.
     */
    @Query("""
            SELECT DISTINCT w.id AS window_id, b.rule ->> 'kind' = 'SCORE' AS of_scores,
                   CASE b.rule ->> 'kind' WHEN 'SCORE' THEN s.sequence ELSE p.event_position END AS position
            FROM leaderboard_window AS w
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            JOIN badge AS b ON b.app_id = l.app_id AND b.enabled
                           AND b.rule ->> 'leaderboard' = l.key AND b.rule ->> 'definition' = w.definition
            LEFT JOIN badge_event_position AS p ON p.app_id = l.app_id
            LEFT JOIN badge_board_position AS s ON s.leaderboard_id = l.id
            CROSS JOIN LATERAL (SELECT coalesce(w.finalized_at, 'infinity') AS at) AS final
            LEFT JOIN LATERAL (
                SELECT o.at FROM change_outbox AS o WHERE o.leaderboard_id = l.id AND o.sequence > s.sequence
                ORDER BY o.sequence LIMIT 1) AS first ON true
            WHERE w.id = ANY (:windows)
              AND CASE b.rule ->> 'kind'
                  WHEN 'RANK_AT_CLOSE' THEN w.wanted_revision > w.revision OR EXISTS (
                      SELECT FROM event AS e
                      WHERE e.window_id = w.id AND e.id > greatest(p.event_position, b.follows_from)
                        AND e.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED'))
                  WHEN 'SCORE' THEN first.at <= final.at + interval '1 minute'
                      -- Of changes that are not kept any more it is looked who stands there.
                      OR (first.at IS NOT NULL AND final.at >= s.looked_at
                          AND s.sequence < (SELECT max(d.sequence) FROM change_dropped_day AS d))
                  ELSE false END
            """)
    List<Unread> unread(Collection<Long> windows);

    /** Where an app's events have been looked through to; empty where another is at it. */
    @Query("SELECT event_position FROM badge_event_position WHERE app_id = :app FOR UPDATE SKIP LOCKED")
    Optional<Long> claimEvents(int app);

    /**
     * How far a board's changes have been looked through.
     *
     * @param lookedAt when that was: whatever window was final before has been looked through
     */
    @Introspected
    record Looked(long sequence, Instant lookedAt) {}

    /** Where a board's changes have been looked through to; empty where another is at it. */
    @Query("SELECT sequence, looked_at FROM badge_board_position WHERE leaderboard_id = :board FOR UPDATE SKIP LOCKED")
    Optional<Looked> claimBoard(int board);

    @Query("UPDATE badge_event_position SET event_position = :position WHERE app_id = :app")
    void advanceEvents(int app, long position);

    @Query("UPDATE badge_board_position SET sequence = :position, looked_at = :now WHERE leaderboard_id = :board")
    void advanceBoard(int board, long position, Instant now);
}
