package laurel.ranking.check;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.List;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Group;
import laurel.ranking.check.RankingChecker.RankingFilter;
import org.jspecify.annotations.Nullable;

/** Lists the rankings to check, without those of expired windows, whose entries are being deleted. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface RankingCheckRepository extends SqlRepository {
    /** A ranking, with the names that operators know. */
    @Introspected
    record CheckedRanking(
            long id,
            int appId,
            int leaderboardId,
            long windowId,
            Group group,
            String app,
            String leaderboard,
            String window) {
        @Override
        public String toString() {
            String name = app + "/" + leaderboard + " " + window;
            return group.values().isEmpty() ? name : name + " " + group.values();
        }
    }

    @Query("""
            SELECT r.id, r.app_id, r.leaderboard_id, r.window_id, r.group_values AS "group", a.key AS app,
                   l.key AS leaderboard, w.name AS "window"
            FROM ranking AS r
            JOIN app AS a ON a.id = r.app_id
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE r.id > :filter.after AND w.expired_at IS NULL
              AND (:filter.app::integer IS NULL OR r.app_id = :filter.app)
              AND (:filter.leaderboard::text IS NULL OR l.key = :filter.leaderboard)
            ORDER BY r.id
            LIMIT :filter.size
            """)
    List<CheckedRanking> list(RankingFilter filter);

    /** Whether the ranking was not deleted, and its window has not expired. */
    @Query("""
            SELECT EXISTS (
                SELECT FROM ranking AS r
                JOIN leaderboard_window AS w ON w.id = r.window_id
                WHERE r.id = :ranking AND w.expired_at IS NULL)
            """)
    boolean exists(long ranking);

    /** As {@link #exists}. The ranking is not deleted before the transaction ends. */
    @Query("""
            SELECT r.id FROM ranking AS r
            JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE r.id = :ranking AND w.expired_at IS NULL
            FOR KEY SHARE OF r
            """)
    @Nullable
    Long hold(long ranking);

    @Query("""
            SELECT count(*)
            FROM ranking AS r
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE w.expired_at IS NULL
              AND (:filter.app::integer IS NULL OR r.app_id = :filter.app)
              AND (:filter.leaderboard::text IS NULL OR l.key = :filter.leaderboard)
            """)
    int count(RankingFilter filter);
}
