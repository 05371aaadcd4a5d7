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
import org.jspecify.annotations.Nullable;

/** Finds due work. Each statement reads a partial index with few other rows. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface DueRepository extends SqlRepository {
    /** A leaderboard's current time, as in {@link Leaderboard#time}. */
    String CURRENT_TIME = "greatest(CASE l.clock WHEN 'SYSTEM' THEN :now ELSE l.clock_at END, l.finalized_through)";

    /** The start of a leaderboard's next season, as text. */
    String NEXT_START =
            "(jsonb_path_query_first(seasons, '$[*] ? (!exists(@.startedAt)).startsAt') #>> '{}') COLLATE \"C\"";

    String PLANS_SEASON = """
            jsonb_path_exists(seasons, '$[*] ? (!exists(@.startedAt))')
              AND jsonb_path_exists(window_definitions, '$[*] ? (@.kind == "SEASON")')
            """;

    /** Identifies a leaderboard. */
    @Introspected
    record LeaderboardRef(int appId, int id) {}

    /**
     * Finds leaderboards with a due season, in order of its start. The index has the start as text, which is compared with a time
     * that is certainly later than that of any leaderboard.
     */
    @Query("""
            SELECT app_id, id
            FROM leaderboard AS l
            WHERE archived_at IS NULL AND\s""" + PLANS_SEASON + """
              AND to_json((:now::timestamptz + interval '10 minutes') AT TIME ZONE 'UTC') #>> '{}' >\s""" + NEXT_START + """
              AND EXISTS (
                  SELECT FROM jsonb_to_recordset(l.seasons) AS s ("startsAt" timestamptz, "startedAt" timestamptz)
                  WHERE s."startedAt" IS NULL AND s."startsAt" <=\s""" + CURRENT_TIME + """
            )
            ORDER BY\s""" + NEXT_START + """
            , id
            LIMIT :limit
            """)
    List<LeaderboardRef> starting(Instant now, int limit);

    /** A window to close. */
    @Introspected
    record DueWindow(int appId, int leaderboardId, Instant finalizesAt, long id) {
        LeaderboardRef board() {
            return new LeaderboardRef(appId, leaderboardId);
        }
    }

    /**
     * Finds windows past their grace period, oldest first. The time of a leaderboard with the SUBMISSIONS clock may be five
     * minutes ahead of the service's clock. LATERAL with OFFSET keeps the order of the index.
     *
     * @param awaiting whether to find those of leaderboards with the SUBMISSIONS clock, or the others
     * @param after    {@code finalizesAt} of the last window that was read; null at the start
     */
    @Query("""
            SELECT w.app_id, w.leaderboard_id, w.finalizes_at, w.id
            FROM leaderboard_window AS w
            CROSS JOIN LATERAL (
                SELECT FROM leaderboard AS l
                WHERE l.id = w.leaderboard_id AND w.finalizes_at <=\s""" + CURRENT_TIME + """
                OFFSET 0) AS due
            WHERE w.requested_revision = 0 AND w.expired_at IS NULL AND w.awaits_submissions = :awaiting
              AND (w.finalizes_at, w.id) > (coalesce(:after::timestamptz, '-infinity'), :afterId)
              AND w.finalizes_at <= :now::timestamptz + interval '5 minutes'
            ORDER BY w.finalizes_at, w.id
            LIMIT :limit
            """)
    List<DueWindow> closing(Instant now, boolean awaiting, @Nullable Instant after, long afterId, int limit);

    /** Finds those of these leaderboards that have the SUBMISSIONS clock and windows past their grace period. */
    @Query("""
            SELECT l.app_id, l.id FROM leaderboard AS l
            CROSS JOIN LATERAL (
                SELECT FROM leaderboard_window AS w
                WHERE w.leaderboard_id = l.id AND w.requested_revision = 0 AND w.expired_at IS NULL
                  AND w.finalizes_at <= greatest(l.clock_at, l.finalized_through)
                LIMIT 1) AS due
            WHERE l.id = ANY (:boards) AND l.clock = 'SUBMISSIONS'
            ORDER BY l.id
            """)
    List<LeaderboardRef> closing(Collection<Integer> boards);

    /**
     * Finds the leaderboards of windows that are closed and not final, and then of those that were corrected since, oldest
     * first.
     *
     * @param skipped leaderboards that are not returned
     */
    @Query("""
            SELECT w.app_id, w.leaderboard_id AS id FROM leaderboard_window AS w
            WHERE w.requested_revision > w.revision AND w.expired_at IS NULL AND w.leaderboard_id <> ALL (:skipped)
            ORDER BY w.revision > 0, w.finalizes_at, w.id
            LIMIT :limit
            """)
    List<LeaderboardRef> finalizing(Collection<Integer> skipped, int limit);

    /**
     * Finds leaderboards that received no submission for {@code archiveAfter} and plan no season. {@code Leaderboard.idle}
     * decides under the leaderboard's lock.
     */
    @Query("""
            SELECT app_id, id FROM leaderboard
            WHERE archive_after IS NOT NULL AND archived_at IS NULL
              AND greatest(received_at, updated_at) + archive_after + interval '1 hour' <= :now
              AND NOT (""" + PLANS_SEASON + """
            )
            ORDER BY id
            """)
    List<LeaderboardRef> idle(Instant now);
}
