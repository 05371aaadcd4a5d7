package laurel.window;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.Sql;
import laurel.database.Statement;
import laurel.leaderboard.Group;

@Singleton
class RankingKeyRepository {
    private static final String FIND = """
            SELECT wanted.n, r.id
            FROM unnest(:windows, :groups) WITH ORDINALITY AS wanted (window_id, group_values, n)
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS l
                WHERE l.window_id = wanted.window_id AND l.group_values = wanted.group_values
                OFFSET 0) AS r
            """;
    private static final String INSERT = """
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values)
            SELECT w.slice_id::bigint << 40 | nextval('ranking_number'), w.app_id, w.leaderboard_id, w.id,
                   coalesce(group_override(l.group_overrides, wanted.group_values, 'sortOrder'), l.sort_order),
                   wanted.group_values
            FROM unnest(:windows, :groups) AS wanted (window_id, group_values)
            JOIN leaderboard_window AS w ON w.id = wanted.window_id
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            ORDER BY w.id, wanted.group_values
            ON CONFLICT (window_id, group_values) DO NOTHING
            """;

    private final Sql sql;

    RankingKeyRepository(Sql sql) {
        this.sql = sql;
    }

    /** The ids of these rankings; those that do not exist are absent. */
    Map<RankingKey, Long> find(List<RankingKey> keys) {
        Map<RankingKey, Long> found = new HashMap<>();
        bind(sql.of(FIND), keys).list(FoundRanking.class).forEach(row -> found.put(keys.get((int) row.n - 1), row.id));
        return found;
    }

    /** A row of {@link #FIND}: the n-th of the keys, from 1. */
    @Introspected
    record FoundRanking(long n, long id) {}

    /** Makes those of these rankings that are new, in the order of their groups. */
    void insert(List<RankingKey> keys) {
        bind(sql.of(INSERT), keys).execute();
    }

    private Statement bind(Statement statement, List<RankingKey> keys) {
        return statement
                .bindArray("windows", Long.class, column(keys, RankingKey::windowId))
                .bindArray("groups", Group.class, column(keys, key -> key.group()));
    }
}
