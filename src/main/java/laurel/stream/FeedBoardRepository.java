package laurel.stream;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import laurel.database.Sql;

@Singleton
class FeedBoardRepository {
    private static final String BY_TYPES = """
            SELECT 'SCORE' AS kind, b.metadata ->> 'scoreType' AS type, count(*) AS boards, min(b.key) AS key
            FROM leaderboard AS b
            WHERE b.app_id = :app AND b.archived_at IS NULL AND b.metadata ->> 'scoreType' = ANY (:scoreTypes)
            GROUP BY b.metadata ->> 'scoreType'
            UNION ALL
            SELECT 'RATING', b.metadata ->> 'ratingType', count(*), min(b.key)
            FROM leaderboard AS b
            WHERE b.app_id = :app AND b.archived_at IS NULL AND b.metadata ->> 'ratingType' = ANY (:ratingTypes)
            GROUP BY b.metadata ->> 'ratingType'
            """;

    private final Sql sql;

    FeedBoardRepository(Sql sql) {
        this.sql = sql;
    }

    /** Which boards take these types, archived ones aside; a type that none takes is absent. */
    List<FeedBoard> byTypes(int app, Collection<String> scoreTypes, Collection<String> ratingTypes) {
        return sql.of(BY_TYPES)
                .bind("app", app)
                .bindArray("scoreTypes", String.class, scoreTypes.toArray())
                .bindArray("ratingTypes", String.class, ratingTypes.toArray())
                .list(FeedBoard.class);
    }
}
