package laurel.lifecycle;

import static laurel.database.Columns.column;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.database.Sql;
import laurel.leaderboard.WindowDefinition;
import laurel.lifecycle.DueRepository.Board;

/** Lets windows expire. */
@Singleton
class ExpiryRepository {
    /** Final windows of seasons of board l whose next season has started and does not keep them. */
    private static final String DELETED = """
            SELECT w.id
            FROM jsonb_array_elements(l.seasons) WITH ORDINALITY AS s (season, number)
            JOIN leaderboard_window AS w
              ON w.leaderboard_id = l.id AND w.kind = 'SEASON'
             AND w.starts_at = (l.seasons -> s.number::integer - 2 ->> 'startsAt')::timestamptz
            WHERE s.number > 1 AND s.season -> 'archivePrevious' = 'false' AND s.season -> 'startedAt' IS NOT NULL
              AND w.finalized_at IS NOT NULL AND w.revision = w.wanted_revision AND w.expired_at IS NULL
            """;

    /** A definition's name is its kind's where it has none of its own. */
    private static final String OVERFULL = """
            SELECT l.app_id, l.id FROM leaderboard AS l
            WHERE EXISTS (<deleted>) OR jsonb_path_exists(l.windows, '$[*].keep') AND EXISTS (
                SELECT FROM jsonb_to_recordset(l.windows) AS d (kind text, name text, keep integer)
                CROSS JOIN LATERAL (
                    SELECT count(*) AS windows FROM leaderboard_window AS w
                    WHERE w.leaderboard_id = l.id AND w.definition = coalesce(d.name, d.kind)
                      AND w.finalized_at IS NOT NULL AND w.expired_at IS NULL
                    GROUP BY w.zone) AS final
                WHERE final.windows > d.keep)
            ORDER BY l.id
            """.replace("<deleted>", DELETED);

    /** Windows of a definition that expire together: submissions to their board wait meanwhile. */
    static final int MOST = 200;

    /** What is being corrected expires once it has been. */
    private static final String OVER = """
            SELECT oldest.id
            FROM unnest(:definitions, :keeps) AS d (definition, keep)
            CROSS JOIN LATERAL (
                SELECT final.id FROM (
                    SELECT l.id, l.revision = l.wanted_revision AS stands,
                           row_number() OVER (PARTITION BY l.zone ORDER BY l.starts_at DESC, l.id DESC) AS place
                    FROM leaderboard_window AS l
                    WHERE l.leaderboard_id = :board AND l.definition = d.definition
                      AND l.finalized_at IS NOT NULL AND l.expired_at IS NULL) AS final
                WHERE final.place > d.keep AND final.stands
                ORDER BY final.place DESC
                LIMIT :most) AS oldest
            UNION
            (SELECT deleted.id FROM leaderboard AS l CROSS JOIN LATERAL (<deleted>) AS deleted
             WHERE l.id = :board LIMIT :most)
            """.replace("<deleted>", DELETED);

    private static final String EXPIRE = "UPDATE leaderboard_window SET expired_at = :now WHERE id = ANY (:windows)";

    /** Of a slice of windows that are kept about as long nothing is swept: its tables are dropped. */
    private static final String SWEEP = """
            WITH gone AS (
                DELETE FROM ranking AS r USING leaderboard_window AS w, slice AS s
                WHERE r.window_id = w.id AND w.id = ANY (:windows) AND s.id = w.slice_id AND s.name !~ '-[0-9]+d$'
                RETURNING r.id
            )
            INSERT INTO deleted_ranking (id) SELECT id FROM gone
            """;

    /**
     * In a slice that has its term behind it twice, windows stay that do not expire, such as the last of a board that was
     * archived: what has expired beside them is not to wait for these. By the rankings' ids, whose first are those of the slice.
     */
    private static final String SWEEP_BESIDE = """
            WITH held AS (
                SELECT r.id
                FROM slice AS s
                CROSS JOIN LATERAL (
                    SELECT l.id, l.window_id FROM ranking AS l
                    WHERE l.id >= s.id::bigint << 40 AND l.id < (s.id + 1)::bigint << 40
                    OFFSET 0) AS held
                JOIN ranking AS r ON r.id = held.id
                JOIN leaderboard_window AS w ON w.id = held.window_id
                WHERE s.expired_at IS NULL AND s.name ~ '-[0-9]+d$' AND w.expired_at IS NOT NULL
                  AND s.opened_at + make_interval(days => 2 * substring(s.name FROM '-([0-9]+)d$')::integer
                      + CASE split_part(s.name, '-', 1) WHEN 'day' THEN 1 WHEN 'month' THEN 31 ELSE 366 END) <= :now
                LIMIT :part
                FOR UPDATE OF r SKIP LOCKED
            ), gone AS (
                DELETE FROM ranking AS r USING held WHERE r.id = held.id
                RETURNING r.id
            )
            INSERT INTO deleted_ranking (id) SELECT id FROM gone
            """;

    private final Sql sql;

    ExpiryRepository(Sql sql) {
        this.sql = sql;
    }

    /** Boards that have more final windows of a definition than it keeps, or one of a season that the next one deletes. */
    List<Board> overfull() {
        return sql.of(OVERFULL).list(Board.class);
    }

    /**
     * The oldest windows of these definitions of a board, beyond those that they keep, and those of seasons that the next one
     * deletes; the caller holds its lock.
     */
    List<Long> over(int board, Collection<WindowDefinition> definitions) {
        return sql.of(OVER)
                .bind("board", board)
                .bindArray("definitions", String.class, column(definitions, WindowDefinition::id))
                .bindArray("keeps", Integer.class, column(definitions, WindowDefinition::keep))
                .bind("most", MOST)
                .list(Long.class);
    }

    /** From now on they are not kept. */
    void expire(Collection<Long> windows, Instant now) {
        sql.of(EXPIRE)
                .bindArray("windows", Long.class, windows)
                .bind("now", now)
                .execute();
    }

    /** Leaves what stood in expired windows to be swept, unless they wait for their slice to be dropped. */
    void sweep(Collection<Long> windows) {
        sql.of(SWEEP).bindArray("windows", Long.class, windows).execute();
    }

    /** Leaves to be swept what has expired beside windows that do not expire; of how many rankings, this many at most. */
    int sweepBeside(Instant now, int part) {
        return sql.of(SWEEP_BESIDE).bind("now", now).bind("part", part).execute();
    }
}
