package laurel.ranking.check;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.List;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Group;
import laurel.ranking.check.RankingChecker.Wanted;

/** Lists the rankings that are to be checked; what stood in expired windows is gone, or going. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface RankingCheckRepository extends SqlRepository {
    /** A ranking and the names by which an operator knows it. */
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
            WHERE r.id > :wanted.after AND w.expired_at IS NULL
              AND (:wanted.app::integer IS NULL OR r.app_id = :wanted.app)
              AND (:wanted.leaderboard::text IS NULL OR l.key = :wanted.leaderboard)
            ORDER BY r.id
            LIMIT :wanted.size
            """)
    List<CheckedRanking> list(Wanted wanted);

    @Query("""
            SELECT count(*)
            FROM ranking AS r
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE w.expired_at IS NULL
              AND (:wanted.app::integer IS NULL OR r.app_id = :wanted.app)
              AND (:wanted.leaderboard::text IS NULL OR l.key = :wanted.leaderboard)
            """)
    int count(Wanted wanted);
}
