package laurel.ranking;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.Sql;
import laurel.window.Window;

/** Lists the windows that histories lead through. */
@Singleton
class RankHistoryRepository {
    /** Lateral and with OFFSET, so that it is index look-ups whatever the planner believes of a table. */
    private static final String WINDOWS = """
            SELECT wanted.n, w.*
            FROM unnest(:boards, :definitions, :zones, :nows, :afters, :sizes) WITH ORDINALITY
                 AS wanted (leaderboard_id, definition, zone, now, after, size, n)
            CROSS JOIN LATERAL (
                SELECT CASE WHEN wanted.after IS NULL THEN wanted.now + interval '1 microsecond'
                            ELSE (SELECT coalesce(q.starts_at, '-infinity') FROM leaderboard_window AS q
                                  WHERE q.id = wanted.after AND q.leaderboard_id = wanted.leaderboard_id) END AS moment
                OFFSET 0) AS before
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS q
                WHERE q.leaderboard_id = wanted.leaderboard_id AND q.definition = wanted.definition AND q.zone = wanted.zone
                  AND coalesce(q.starts_at, '-infinity') < before.moment AND q.expired_at IS NULL
                ORDER BY coalesce(q.starts_at, '-infinity') DESC
                LIMIT wanted.size) AS w
            ORDER BY wanted.n, coalesce(w.starts_at, '-infinity') DESC
            """;

    private final Sql sql;

    RankHistoryRepository(Sql sql) {
        this.sql = sql;
    }

    /** A window for the n-th that is wanted, from 1. */
    @Introspected
    record Row(long n, Window window) {}

    /** The windows of each, newest first; none for those without any. */
    Map<RankHistory, List<Window>> windows(List<RankHistory> asked) {
        Map<RankHistory, List<Window>> found = new HashMap<>();
        sql.of(WINDOWS)
                .bindArray("boards", Integer.class, column(asked, RankHistory::leaderboardId))
                .bindArray("definitions", String.class, column(asked, RankHistory::definition))
                .bindArray("zones", String.class, column(asked, of -> of.zone().getId()))
                .bindArray("nows", Instant.class, column(asked, RankHistory::now))
                .bindArray("afters", Long.class, column(asked, RankHistory::after))
                .bindArray("sizes", Integer.class, column(asked, RankHistory::size))
                .list(Row.class)
                .forEach(row -> found.computeIfAbsent(asked.get((int) row.n - 1), of -> new ArrayList<>())
                        .add(row.window));
        return found;
    }
}
