package laurel.ranking.history;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;
import laurel.window.Window;

/** Lists the windows of rank histories. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface RankHistoryRepository extends SqlRepository {
    /**
     * Selects the windows of a rank history.
     *
     * @param definition key of the window definition
     * @param now        the present of the leaderboard; windows that start later are left out
     */
    record RankHistory(int leaderboardId, String definition, ZoneId timeZone, Instant now) {}

    /** LATERAL with OFFSET 0 makes it index look-ups, regardless of statistics. */
    @Query("""
            SELECT input.n, w.*
            FROM unnest(:lists.filter.leaderboardId, :lists.filter.definition, :lists.filter.timeZone, :lists.filter.now,
                        :lists.after, :lists.limit) WITH ORDINALITY
                 AS input (leaderboard_id, definition, time_zone, now, after, size, n)
            CROSS JOIN LATERAL (
                SELECT CASE WHEN input.after IS NULL THEN input.now + interval '1 microsecond'
                            ELSE (SELECT coalesce(q.starts_at, '-infinity') FROM leaderboard_window AS q
                                  WHERE q.id = input.after AND q.leaderboard_id = input.leaderboard_id) END AS moment
                OFFSET 0) AS before
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS q
                WHERE q.leaderboard_id = input.leaderboard_id AND q.definition = input.definition AND q.time_zone = input.time_zone
                  AND coalesce(q.starts_at, '-infinity') < before.moment AND q.expired_at IS NULL
                ORDER BY coalesce(q.starts_at, '-infinity') DESC
                LIMIT input.size) AS w
            ORDER BY input.n, coalesce(w.starts_at, '-infinity') DESC
            """)
    List<Numbered<Window>> list(List<ListRequest<RankHistory, Long>> lists);

    /**
     * Returns the windows of each history, newest first. A page starts after the window with an id. Histories without windows
     * are absent.
     */
    default Map<ListRequest<RankHistory, Long>, List<Window>> windows(Set<ListRequest<RankHistory, Long>> histories) {
        List<ListRequest<RankHistory, Long>> lists = List.copyOf(histories);
        return Numbered.lists(lists, list(lists));
    }
}
