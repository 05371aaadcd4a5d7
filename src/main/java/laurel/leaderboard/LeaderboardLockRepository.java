package laurel.leaderboard;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.List;
import laurel.database.SqlRepository;

/** The locks of leaderboards, each until the transaction ends. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface LeaderboardLockRepository extends SqlRepository {
    /** Nobody else locks the board's row until the transaction ends; those who have are waited for. */
    @Query("SELECT id FROM leaderboard WHERE id = :id FOR UPDATE")
    void hold(int id);

    /** In order of id: two transactions that need the same boards wait for each other instead of deadlocking. */
    @Query("""
            SELECT count(pg_advisory_xact_lock(hashtext('leaderboard'), id))
            FROM (SELECT unnest(:ids) AS id ORDER BY 1) AS ordered
            """)
    void lock(Collection<Integer> ids);

    /**
     * The same by key; the subquery's order holds because it has an OFFSET.
     *
     * @return the ids of the boards that existed before the lock was granted
     */
    @Query("""
            SELECT id, pg_advisory_xact_lock(hashtext('leaderboard'), id)
            FROM (SELECT id FROM leaderboard WHERE app_id = :app AND key = ANY (:keys) ORDER BY id OFFSET 0) AS ordered
            """)
    List<Integer> lockKeys(int app, Collection<String> keys);
}
