package laurel.lifecycle;

import static laurel.database.Columns.column;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.leaderboard.WindowDefinition;
import laurel.lifecycle.DueRepository.Board;
import org.jdbi.v3.core.Handle;

/** Lets windows expire. */
@Singleton
class ExpiryRepository {
    /** A definition's name is its kind's where it has none of its own. */
    private static final String OVERFULL = """
            SELECT l.app_id, l.id FROM leaderboard AS l
            WHERE jsonb_path_exists(l.windows, '$[*].keep') AND EXISTS (
                SELECT FROM jsonb_to_recordset(l.windows) AS d (kind text, name text, keep integer)
                CROSS JOIN LATERAL (
                    SELECT count(*) AS windows FROM leaderboard_window AS w
                    WHERE w.leaderboard_id = l.id AND w.definition = coalesce(d.name, d.kind)
                      AND w.finalized_at IS NOT NULL AND w.expired_at IS NULL
                    GROUP BY w.zone) AS final
                WHERE final.windows > d.keep)
            ORDER BY l.id
            """;

    /** What is being corrected expires once it has been. */
    private static final String EXPIRE = """
            UPDATE leaderboard_window AS w SET expired_at = :now
            FROM unnest(:definitions, :keeps) AS d (definition, keep)
            CROSS JOIN LATERAL (
                SELECT l.id, row_number() OVER (PARTITION BY l.zone ORDER BY l.starts_at DESC, l.id DESC) AS place
                FROM leaderboard_window AS l
                WHERE l.leaderboard_id = :board AND l.definition = d.definition
                  AND l.finalized_at IS NOT NULL AND l.expired_at IS NULL) AS final
            WHERE w.id = final.id AND final.place > d.keep AND w.revision = w.wanted_revision
            RETURNING w.id
            """;

    /** Of a slice of windows that are kept about as long nothing is swept: its tables are dropped. */
    private static final String SWEEP = """
            WITH gone AS (
                DELETE FROM ranking AS r USING leaderboard_window AS w, slice AS s
                WHERE r.window_id = w.id AND w.id = ANY (:windows) AND s.id = w.slice_id AND s.name !~ '-[0-9]+d$'
                RETURNING r.id
            )
            INSERT INTO deleted_ranking (id) SELECT id FROM gone
            """;

    /** Boards that have more final windows of a definition than it keeps. */
    List<Board> overfull(Handle handle) {
        return handle.createQuery(OVERFULL).mapTo(Board.class).list();
    }

    /** Lets the oldest windows of these definitions of a board expire, beyond those that they keep; the caller holds its lock. */
    List<Long> expire(Handle transaction, int board, Collection<WindowDefinition> definitions, Instant now) {
        return transaction
                .createQuery(EXPIRE)
                .bind("board", board)
                .bindArray("definitions", String.class, column(definitions, WindowDefinition::id))
                .bindArray("keeps", Integer.class, column(definitions, WindowDefinition::keep))
                .bind("now", now)
                .mapTo(Long.class)
                .list();
    }

    /** Leaves what stood in expired windows to be swept, unless they wait for their slice to be dropped. */
    void sweep(Handle transaction, Collection<Long> windows) {
        transaction
                .createUpdate(SWEEP)
                .bindArray("windows", Long.class, windows)
                .execute();
    }
}
