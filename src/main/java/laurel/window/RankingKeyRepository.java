package laurel.window;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.List;
import java.util.Map;
import laurel.database.Numbered;
import laurel.database.SqlRepository;

@JdbcRepository(dialect = Dialect.POSTGRES)
interface RankingKeyRepository extends SqlRepository {
    @Query("""
            SELECT wanted.n, r.id AS value
            FROM unnest(:keys.windowId, :keys.group) WITH ORDINALITY AS wanted (window_id, group_values, n)
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS l
                WHERE l.window_id = wanted.window_id AND l.group_values = wanted.group_values
                OFFSET 0) AS r
            """)
    List<Numbered<Long>> list(List<RankingKey> keys);

    /** The ids of these rankings; those that do not exist are absent. */
    default Map<RankingKey, Long> find(List<RankingKey> keys) {
        return Numbered.map(keys, list(keys));
    }

    /** Makes those of these rankings that are new, in the order of their groups. */
    @Query("""
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values)
            SELECT w.slice_id::bigint << 40 | nextval('ranking_number'), w.app_id, w.leaderboard_id, w.id,
                   coalesce(group_override(l.group_overrides, wanted.group_values, 'sortOrder'), l.sort_order),
                   wanted.group_values
            FROM unnest(:keys.windowId, :keys.group) AS wanted (window_id, group_values)
            JOIN leaderboard_window AS w ON w.id = wanted.window_id
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            ORDER BY w.id, wanted.group_values
            ON CONFLICT (window_id, group_values) DO NOTHING
            """)
    void insert(List<RankingKey> keys);
}
