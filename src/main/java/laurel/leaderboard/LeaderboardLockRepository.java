package laurel.leaderboard;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import laurel.database.Sql;

/** The locks of leaderboards, each until the transaction ends. */
@Singleton
class LeaderboardLockRepository {
    /** In order of id: two transactions that need the same boards wait for each other instead of deadlocking. */
    private static final String LOCK = """
            SELECT count(pg_advisory_xact_lock(hashtext('leaderboard'), id))
            FROM (SELECT unnest(:ids) AS id ORDER BY 1) AS ordered
            """;

    /** The same by key; the subquery's order holds because it has an OFFSET. */
    private static final String LOCK_KEYS = """
            SELECT id, pg_advisory_xact_lock(hashtext('leaderboard'), id)
            FROM (SELECT id FROM leaderboard WHERE app_id = :app AND key = ANY (:keys) ORDER BY id OFFSET 0) AS ordered
            """;

    private static final String HOLD = "SELECT id FROM leaderboard WHERE id = :id FOR UPDATE";

    private final Sql sql;

    LeaderboardLockRepository(Sql sql) {
        this.sql = sql;
    }

    /** Nobody else locks the board's row until the transaction ends; those who have are waited for. */
    void hold(int id) {
        sql.of(HOLD).bind("id", id).one(Integer.class);
    }

    void lock(Collection<Integer> ids) {
        sql.of(LOCK).bindArray("ids", Integer.class, ids).one(Long.class);
    }

    /** The ids of those that there were before the lock was granted. */
    List<Integer> lockKeys(int app, Collection<String> keys) {
        return sql.of(LOCK_KEYS)
                .bind("app", app)
                .bindArray("keys", String.class, keys)
                .list(Integer.class);
    }
}
