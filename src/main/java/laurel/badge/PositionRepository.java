package laurel.badge;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import laurel.database.Sql;

/** How far events and changes of leaderboards have been looked through for what is earned by them. */
@Singleton
class PositionRepository {
    private static final String FOLLOW_EVENTS = """
            INSERT INTO badge_event_position (app_id, event_position) VALUES (:id, :position) ON CONFLICT (app_id) DO NOTHING
            """;
    private static final String FOLLOW_BOARD = """
            INSERT INTO badge_board_position (leaderboard_id, sequence, looked_at) VALUES (:id, :position, :now)
            ON CONFLICT (leaderboard_id) DO NOTHING
            """;
    private static final String APPS_BEHIND = """
            SELECT p.app_id FROM badge_event_position AS p
            WHERE EXISTS (SELECT FROM event AS e
                          WHERE e.app_id = p.app_id AND e.id > p.event_position
                            AND e.kind IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED'))
            ORDER BY p.app_id
            """;
    private static final String BOARDS_BEHIND = """
            SELECT p.leaderboard_id FROM badge_board_position AS p
            WHERE EXISTS (SELECT FROM outbox AS o WHERE o.leaderboard_id = p.leaderboard_id AND o.sequence > p.sequence)
            ORDER BY p.leaderboard_id
            """;
    /** Of each app and board at most so many. */
    private static final String BEHIND = """
            SELECT coalesce(sum(b.number), 0)
            FROM (SELECT q.number FROM badge_event_position AS p
                  CROSS JOIN LATERAL (
                      SELECT count(*) AS number
                      FROM (SELECT FROM event AS e
                            WHERE e.app_id = p.app_id AND e.id > p.event_position
                              AND e.kind IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED') LIMIT :most) AS l) AS q
                  UNION ALL
                  SELECT q.number FROM badge_board_position AS p
                  CROSS JOIN LATERAL (
                      SELECT count(*) AS number
                      FROM (SELECT FROM outbox AS o
                            WHERE o.leaderboard_id = p.leaderboard_id AND o.sequence > p.sequence LIMIT :most) AS l) AS q
                 ) AS b
            """;

    /**
     * Windows with ranks that are final or soon will be, or with changes of scores, that were not looked through for a badge that
     * they may earn. A board's first change after the position is its oldest; clocks of nodes may differ a little.
     */
    private static final String UNREAD = """
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
                SELECT o.at FROM outbox AS o WHERE o.leaderboard_id = l.id AND o.sequence > s.sequence
                ORDER BY o.sequence LIMIT 1) AS first ON true
            WHERE w.id = ANY (:windows)
              AND CASE b.rule ->> 'kind'
                  WHEN 'RANK_AT_CLOSE' THEN w.wanted_revision > w.revision OR EXISTS (
                      SELECT FROM event AS e
                      WHERE e.window_id = w.id AND e.id > greatest(p.event_position, b.follows_from)
                        AND e.kind IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED'))
                  WHEN 'SCORE' THEN first.at <= final.at + interval '1 minute'
                      -- Of changes that are not kept any more it is looked who stands there.
                      OR (first.at IS NOT NULL AND final.at >= s.looked_at
                          AND s.sequence < (SELECT max(d.sequence) FROM dropped_outbox AS d))
                  ELSE false END
            """;

    private static final String CLAIM_EVENTS =
            "SELECT event_position FROM badge_event_position WHERE app_id = :id FOR UPDATE SKIP LOCKED";
    private static final String CLAIM_BOARD =
            "SELECT sequence, looked_at FROM badge_board_position WHERE leaderboard_id = :id FOR UPDATE SKIP LOCKED";
    private static final String ADVANCE_EVENTS =
            "UPDATE badge_event_position SET event_position = :position WHERE app_id = :id";
    private static final String ADVANCE_BOARD =
            "UPDATE badge_board_position SET sequence = :position, looked_at = :now WHERE leaderboard_id = :id";

    private final Sql sql;

    PositionRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * How far a board's changes have been looked through.
     *
     * @param lookedAt when that was: whatever window was final before has been looked through
     */
    @Introspected
    record Looked(long sequence, Instant lookedAt) {}

    /**
     * A window that is still to be looked through.
     *
     * @param ofScores for its changes, else for its ranks
     * @param position where the changes of its board, or the events of its app, have been looked through to
     */
    @Introspected
    record Unread(long windowId, boolean ofScores, long position) {}

    /** Has an app's events followed from here, unless they are already. */
    void followEvents(int app, long position) {
        set(FOLLOW_EVENTS, app, position);
    }

    /** Has a board's changes followed from here, unless they are already. */
    void followBoard(int board, long position, Instant now) {
        set(FOLLOW_BOARD, board, position, now);
    }

    List<Integer> appsBehind() {
        return sql.of(APPS_BEHIND).list(Integer.class);
    }

    List<Integer> boardsBehind() {
        return sql.of(BOARDS_BEHIND).list(Integer.class);
    }

    /** How many events and changes have not been looked at, of each app and board at most so many. */
    long behind(int most) {
        return sql.of(BEHIND).bind("most", most).one(Long.class);
    }

    /** Those of these windows, of one board, that badges may be earned by and that have not been looked through. */
    List<Unread> unread(Collection<Long> windows) {
        return sql.of(UNREAD).bindArray("windows", Long.class, windows).list(Unread.class);
    }

    /** Where an app's events have been looked through to; empty where another is at it. */
    Optional<Long> claimEvents(int app) {
        return sql.of(CLAIM_EVENTS).bind("id", app).find(Long.class);
    }

    /** Where a board's changes have been looked through to; empty where another is at it. */
    Optional<Looked> claimBoard(int board) {
        return sql.of(CLAIM_BOARD).bind("id", board).find(Looked.class);
    }

    void advanceEvents(int app, long position) {
        set(ADVANCE_EVENTS, app, position);
    }

    void advanceBoard(int board, long position, Instant now) {
        set(ADVANCE_BOARD, board, position, now);
    }

    private void set(String statement, int id, long position) {
        sql.of(statement).bind("id", id).bind("position", position).execute();
    }

    private void set(String statement, int id, long position, Instant now) {
        sql.of(statement)
                .bind("id", id)
                .bind("position", position)
                .bind("now", now)
                .execute();
    }
}
