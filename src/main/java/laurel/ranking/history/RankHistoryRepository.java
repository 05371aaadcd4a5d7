package laurel.ranking.history;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/** Lists the windows that histories lead through. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface RankHistoryRepository extends SqlRepository {
    /**
     * Which windows a participant's history leads through, newest first.
     *
     * @param definition of the windows
     * @param now        the board's present: they have started by then
     * @param size       how many
     * @param after      id of the last of the page before; null is the first page
     */
    record RankHistory(
            int leaderboardId,
            String definition,
            ZoneId zone,
            Instant now,
            int size,
            @Nullable Long after) {}

    /** Lateral and with OFFSET, so that it is index look-ups whatever the planner believes of a table. */
    @Query("""
            SELECT wanted.n, w.*
            FROM unnest(:histories.leaderboardId, :histories.definition, :histories.zone, :histories.now, :histories.after,
                        :histories.size) WITH ORDINALITY AS wanted (leaderboard_id, definition, zone, now, after, size, n)
            CROSS JOIN LATERAL (
                SELECT CASE WHEN wanted.after IS NULL THEN wanted.now + interval '1 microsecond'
                            ELSE (SELECT coalesce(q.starts_at, '-infinity') FROM leaderboard_window AS q
                                  WHERE q.id = wanted.after AND q.leaderboard_id = wanted.leaderboard_id) END AS moment
                OFFSET 0) AS before
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS q
                WHERE q.leaderboard_id = wanted.leaderboard_id AND q.definition = wanted.definition AND q.time_zone = wanted.zone
                  AND coalesce(q.starts_at, '-infinity') < before.moment AND q.expired_at IS NULL
                ORDER BY coalesce(q.starts_at, '-infinity') DESC
                LIMIT wanted.size) AS w
            ORDER BY wanted.n, coalesce(w.starts_at, '-infinity') DESC
            """)
    List<Numbered<Window>> list(List<RankHistory> histories);

    /** The windows of each, newest first; a history that has none is absent. */
    default Map<RankHistory, List<Window>> windows(List<RankHistory> histories) {
        return Numbered.lists(histories, list(histories));
    }
}
