package laurel.lifecycle;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.WindowDefinition;
import laurel.lifecycle.DueRepository.LeaderboardRef;

/** Expires windows. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface ExpiryRepository extends SqlRepository {
    /** Final windows of seasons of leaderboard l that the next season, which was started, does not retain. */
    String DELETED = """
            SELECT w.id
            FROM jsonb_array_elements(l.seasons) WITH ORDINALITY AS s (season, number)
            JOIN leaderboard_window AS w
              ON w.leaderboard_id = l.id AND w.kind = 'SEASON'
             AND w.starts_at = (l.seasons -> s.number::integer - 2 ->> 'startsAt')::timestamptz
            WHERE s.number > 1 AND s.season -> 'retainPrevious' = 'false' AND s.season -> 'startedAt' IS NOT NULL
              AND w.finalized_at IS NOT NULL AND w.revision = w.requested_revision AND w.expired_at IS NULL
            """;

    /** Returns the leaderboards whose windows may expire. */
    @Query("""
            SELECT id FROM leaderboard WHERE jsonb_path_exists(window_definitions, '$[*].retainCount')
            UNION
            SELECT id FROM leaderboard WHERE jsonb_path_exists(seasons, '$[*] ? (@.retainPrevious == false)')
            ORDER BY id
            """)
    List<Integer> expiring();

    /**
     * Finds those of these leaderboards that have more final windows of a definition than it retains, or a season that the next
     * one deletes. Counts all their final windows.
     */
    @Query("""
            SELECT l.app_id, l.id FROM leaderboard AS l
            WHERE l.id = ANY (:boards) AND (EXISTS (""" + DELETED + """
            ) OR EXISTS (
                SELECT FROM jsonb_to_recordset(l.window_definitions) AS d (key text, "retainCount" integer)
                CROSS JOIN LATERAL (
                    SELECT count(*) AS windows FROM leaderboard_window AS w
                    WHERE d."retainCount" IS NOT NULL AND w.leaderboard_id = l.id AND w.definition = d.key
                      AND w.finalized_at IS NOT NULL AND w.expired_at IS NULL
                    GROUP BY w.time_zone) AS final
                WHERE final.windows > d."retainCount"))
            ORDER BY l.id
            """)
    List<LeaderboardRef> overfull(Collection<Integer> boards);

    /**
     * Finds the oldest windows beyond {@code retainCount}, and those of seasons that the next one deletes. The caller holds the
     * leaderboard's lock. A window that is being corrected expires afterwards.
     *
     * @param limit maximum number of windows of a definition, and of seasons
     */
    @Query("""
            SELECT oldest.id
            FROM unnest(:definitions.key, :definitions.retainCount) AS d (definition, retain_count)
            CROSS JOIN LATERAL (
                SELECT final.id FROM (
                    SELECT l.id, l.revision = l.requested_revision AS stands,
                           row_number() OVER (PARTITION BY l.time_zone ORDER BY l.starts_at DESC, l.id DESC) AS place
                    FROM leaderboard_window AS l
                    WHERE l.leaderboard_id = :board AND l.definition = d.definition
                      AND l.finalized_at IS NOT NULL AND l.expired_at IS NULL) AS final
                WHERE final.place > d.retain_count AND final.stands
                ORDER BY final.place DESC
                LIMIT :limit) AS oldest
            UNION
            (SELECT deleted.id FROM leaderboard AS l CROSS JOIN LATERAL (""" + DELETED + """
            ) AS deleted
             WHERE l.id = :board LIMIT :limit)
            """)
    List<Long> over(int board, Collection<WindowDefinition> definitions, int limit);

    /** Marks windows as expired. */
    @Query("UPDATE leaderboard_window SET expired_at = :now WHERE id = ANY (:windows)")
    void expire(Collection<Long> windows, Instant now);

    /**
     * Deletes the rankings of expired windows, so that their entries are swept. Keeps rankings in slices of windows with a
     * similar lifetime, because the partitions of these slices are dropped.
     */
    @Query("""
            WITH deleted AS (
                DELETE FROM ranking AS r USING leaderboard_window AS w, window_slice AS s
                WHERE r.window_id = w.id AND w.id = ANY (:windows) AND s.id = w.slice_id AND s.name !~ '-[0-9]+d$'
                RETURNING r.id
            )
            INSERT INTO ranking_deletion (id) SELECT id FROM deleted
            """)
    void sweep(Collection<Long> windows);

    /**
     * Deletes rankings of expired windows in slices that have existed for twice their lifetime, and returns their number. Such
     * slices have windows that do not expire, such as the last window of an archived leaderboard. Finds the rankings by ID,
     * whose high bits are the number of the slice.
     *
     * @param part maximum number of rankings
     */
    @Query("""
            WITH held AS (
                SELECT r.id
                FROM window_slice AS s
                CROSS JOIN LATERAL (
                    SELECT l.id, l.window_id FROM ranking AS l
                    WHERE l.id >= s.id::bigint << 40 AND l.id < (s.id + 1)::bigint << 40
                    OFFSET 0) AS held
                JOIN ranking AS r ON r.id = held.id
                JOIN leaderboard_window AS w ON w.id = held.window_id
                WHERE s.retired_at IS NULL AND s.name ~ '-[0-9]+d$' AND w.expired_at IS NOT NULL
                  AND s.opened_at + make_interval(days => 2 * substring(s.name FROM '-([0-9]+)d$')::integer
                      + CASE split_part(s.name, '-', 1) WHEN 'day' THEN 1 WHEN 'month' THEN 31 ELSE 366 END) <= :now
                LIMIT :part
                FOR UPDATE OF r SKIP LOCKED
            ), deleted AS (
                DELETE FROM ranking AS r USING held WHERE r.id = held.id
                RETURNING r.id
            ), left_to_sweep AS (
                INSERT INTO ranking_deletion (id) SELECT id FROM deleted
            )
            SELECT count(*) FROM deleted
            """)
    int sweepBeside(Instant now, int part);
}
