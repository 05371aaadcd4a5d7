package laurel.ingest.feed;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;

@JdbcRepository(dialect = Dialect.POSTGRES)
interface FeedLeaderboardRepository extends SqlRepository {
    /**
     * The leaderboards that list a type of scores or ratings in their metadata.
     *
     * @param boards number of leaderboards
     * @param key    of one of them
     */
    @Introspected
    record FeedBoard(FeedKind kind, String type, int boards, String key) {}

    /** The leaderboards for these types, without archived ones. Types without a leaderboard are absent. */
    @Query("""
            SELECT 'SCORE' AS kind, b.metadata ->> 'scoreType' AS type, count(*) AS boards, min(b.key) AS key
            FROM leaderboard AS b
            WHERE b.app_id = :app AND b.archived_at IS NULL AND b.metadata ->> 'scoreType' = ANY (:scoreTypes)
            GROUP BY b.metadata ->> 'scoreType'
            UNION ALL
            SELECT 'RATING', b.metadata ->> 'ratingType', count(*), min(b.key)
            FROM leaderboard AS b
            WHERE b.app_id = :app AND b.archived_at IS NULL AND b.metadata ->> 'ratingType' = ANY (:ratingTypes)
            GROUP BY b.metadata ->> 'ratingType'
            """)
    List<FeedBoard> byTypes(int app, Collection<String> scoreTypes, Collection<String> ratingTypes);
}
