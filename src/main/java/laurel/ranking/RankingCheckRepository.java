package laurel.ranking;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.Sql;
import laurel.leaderboard.Group;
import laurel.ranking.RankingChecker.Wanted;

/** Lists the rankings that are to be checked; what stood in expired windows is gone, or going. */
@Singleton
class RankingCheckRepository {
    private static final String LIST = """
            SELECT r.id, r.app_id, r.leaderboard_id, r.window_id, r.group_values AS "group", a.key AS app,
                   l.key AS leaderboard, w.name AS "window"
            FROM ranking AS r
            JOIN app AS a ON a.id = r.app_id
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE r.id > :after AND w.expired_at IS NULL AND (:app::integer IS NULL OR r.app_id = :app)
              AND (:leaderboard::text IS NULL OR l.key = :leaderboard)
            ORDER BY r.id
            LIMIT :size
            """;

    private final Sql sql;

    RankingCheckRepository(Sql sql) {
        this.sql = sql;
    }

    /** A ranking and the names by which an operator knows it. */
    @Introspected
    record Listed(
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

    List<Listed> list(Wanted wanted) {
        return sql.of(LIST)
                .bind("app", wanted.app())
                .bind("leaderboard", wanted.leaderboard())
                .bind("after", wanted.after())
                .bind("size", wanted.size())
                .list(Listed.class);
    }
}
