package laurel.badge;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import laurel.database.sql.SqlRepository;
import org.jspecify.annotations.Nullable;

/** Positions of badges in the event log of each app and in the changes of each leaderboard: up to where they are awarded. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface BadgePositionRepository extends SqlRepository {
    /** Follows an app's events from this position, unless they are followed already. */
    @Query("""
            INSERT INTO badge_event_position (app_id, event_position) VALUES (:app, :position) ON CONFLICT (app_id) DO NOTHING
            """)
    void followEvents(int app, long position);

    /** Follows a leaderboard's changes from this position, unless they are followed already. */
    @Query("""
            INSERT INTO badge_leaderboard_position (leaderboard_id, sequence, read_at) VALUES (:leaderboard, :position, :now)
            ON CONFLICT (leaderboard_id) DO NOTHING
            """)
    void followLeaderboard(int leaderboard, long position, Instant now);

    /**
     * The apps with events about final windows after their position. LATERAL with LIMIT forces index look-ups: the plan of a
     * join, made while a table had few rows, would read all.
     */
    @Query("""
            SELECT p.app_id FROM badge_event_position AS p
            CROSS JOIN LATERAL (SELECT FROM event AS e
                                WHERE e.app_id = p.app_id AND e.id > p.event_position
                                  AND e.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED') LIMIT 1) AS next
            ORDER BY p.app_id
            """)
    List<Integer> appsBehind();

    String LEADERBOARDS_BEHIND = """
            SELECT p.leaderboard_id FROM badge_leaderboard_position AS p
            CROSS JOIN LATERAL (SELECT FROM change_outbox AS o
                                WHERE o.leaderboard_id = p.leaderboard_id AND o.sequence > p.sequence LIMIT 1) AS next
            """;

    /** The leaderboards with changes after their position. */
    @Query(LEADERBOARDS_BEHIND + "ORDER BY p.leaderboard_id")
    List<Integer> leaderboardsBehind();

    /** Those of these leaderboards with changes after their position. */
    @Query(LEADERBOARDS_BEHIND + "WHERE p.leaderboard_id = ANY (:among) ORDER BY p.leaderboard_id")
    List<Integer> leaderboardsBehind(Collection<Integer> among);

    /** Number of events and changes after the positions, counted up to {@code limit} per app and leaderboard. */
    @Query("""
            SELECT coalesce(sum(b.number), 0)
            FROM (SELECT q.number FROM badge_event_position AS p
                  CROSS JOIN LATERAL (
                      SELECT count(*) AS number
                      FROM (SELECT FROM event AS e
                            WHERE e.app_id = p.app_id AND e.id > p.event_position
                              AND e.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED') LIMIT :limit) AS l) AS q
                  UNION ALL
                  SELECT q.number FROM badge_leaderboard_position AS p
                  CROSS JOIN LATERAL (
                      SELECT count(*) AS number
                      FROM (SELECT FROM change_outbox AS o
                            WHERE o.leaderboard_id = p.leaderboard_id AND o.sequence > p.sequence LIMIT :limit) AS l) AS q
                 ) AS b
            """)
    long behind(int limit);

    /**
     * A window that badges have not been awarded for yet.
     *
     * @param ofScores by its scores; else by its final ranks
     * @param position the position in the changes of its leaderboard, or in the events of its app
     */
    @Introspected
    record UnawardedWindow(long windowId, boolean ofScores, long position) {}

    /**
     * The given windows of one leaderboard that badges are not awarded for yet: their ranks are final or soon will be, or
     * their scores have changed. The first change after the position is the oldest one that was not read. The minute allows
     * for differences between the clocks of nodes.
     */
    @Query("""
            SELECT DISTINCT w.id AS window_id, b.rule ->> 'kind' = 'SCORE' AS of_scores,
                   CASE b.rule ->> 'kind' WHEN 'SCORE' THEN s.sequence ELSE p.event_position END AS position
            FROM leaderboard_window AS w
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            JOIN badge AS b ON b.app_id = l.app_id AND b.enabled
                           AND b.rule ->> 'leaderboardKey' = l.key AND b.rule ->> 'windowDefinitionKey' = w.definition
            LEFT JOIN badge_event_position AS p ON p.app_id = l.app_id
            LEFT JOIN badge_leaderboard_position AS s ON s.leaderboard_id = l.id
            CROSS JOIN LATERAL (SELECT coalesce(w.finalized_at, 'infinity') AS at) AS final
            LEFT JOIN LATERAL (
                SELECT o.at FROM change_outbox AS o WHERE o.leaderboard_id = l.id AND o.sequence > s.sequence
                ORDER BY o.sequence LIMIT 1) AS first ON true
            WHERE w.id = ANY (:windows)
              AND CASE b.rule ->> 'kind'
                  WHEN 'RANK_AT_CLOSE' THEN w.requested_revision > w.revision OR EXISTS (
                      SELECT FROM event AS e
                      WHERE e.window_id = w.id AND e.id > greatest(p.event_position, b.follows_from)
                        AND e.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED'))
                  WHEN 'SCORE' THEN first.at <= final.at + interval '1 minute'
                      -- Changes were dropped before they were read: the window's entries are read instead.
                      OR (first.at IS NOT NULL AND final.at >= s.read_at
                          AND s.sequence < (SELECT max(d.sequence) FROM change_dropped_day AS d))
                  ELSE false END
            """)
    List<UnawardedWindow> unawarded(Collection<Long> windows);

    /**
     * The position in an app's events.
     *
     * @param eventPosition the last event that is done
     * @param progress      where to go on within the next event; null at its start
     */
    @Introspected
    record EventPosition(long eventPosition, @Nullable EventProgress progress) {}

    /**
     * Where to go on within an event, badges of which are awarded in several transactions.
     *
     * @param badgeId  badges with lower IDs are done
     * @param revoking whether the badge's awards are checked for revocation; else it is granted
     * @param after    key of the last row that was read; null before the first
     */
    @Serdeable
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record EventProgress(
            long eventId,
            int badgeId,
            boolean revoking,
            @Nullable List<Long> after) {}

    /** Locks and returns the position in an app's events; empty if another transaction has it. */
    @Query("SELECT event_position, progress FROM badge_event_position WHERE app_id = :app FOR UPDATE SKIP LOCKED")
    Optional<EventPosition> claimEvents(int app);

    /**
     * The position in a leaderboard's changes.
     *
     * @param readAt when it was reached; windows that were final before it and before the first unread change are done
     */
    @Introspected
    record LeaderboardPosition(long sequence, Instant readAt) {}

    /** Locks and returns the position in a leaderboard's changes; empty if another transaction has it. */
    @Query("""
            SELECT sequence, read_at FROM badge_leaderboard_position WHERE leaderboard_id = :leaderboard
            FOR UPDATE SKIP LOCKED
            """)
    Optional<LeaderboardPosition> claimLeaderboard(int leaderboard);

    @Query("""
            UPDATE badge_event_position SET event_position = :to.eventPosition, progress = :to.progress WHERE app_id = :app
            """)
    void advanceEvents(int app, EventPosition to);

    @Query("""
            UPDATE badge_leaderboard_position SET sequence = :position, read_at = :now WHERE leaderboard_id = :leaderboard
            """)
    void advanceLeaderboard(int leaderboard, long position, Instant now);
}
