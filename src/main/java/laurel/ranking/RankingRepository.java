package laurel.ranking;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Finds rankings. */
@Singleton
class RankingRepository {
    private static final String OF_EVERYONE = """
            SELECT r.*, l.decimals
            FROM ranking AS r JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE r.app_id = :app AND r.window_id = ANY (:windows) AND r.group_values = '{}'
            """;
    private static final String BY_ID = """
            SELECT r.*, l.decimals
            FROM ranking AS r JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE r.app_id = :app AND r.id = :id
            """;

    List<Ranking> ofEveryone(Handle handle, int app, Collection<Long> windows) {
        return handle.createQuery(OF_EVERYONE)
                .bind("app", app)
                .bindArray("windows", Long.class, windows)
                .mapTo(Ranking.class)
                .list();
    }

    Optional<Ranking> byId(Handle handle, int app, long id) {
        Query query = handle.createQuery(BY_ID).bind("app", app).bind("id", id);
        return query.mapTo(Ranking.class).findOne();
    }
}
