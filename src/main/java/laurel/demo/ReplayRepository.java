package laurel.demo;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import laurel.database.sql.SqlRepository;

@JdbcRepository(dialect = Dialect.POSTGRES)
interface ReplayRepository extends SqlRepository {
    /** Locks the replay on the connection. Returns false if another node replays. */
    @Query("SELECT pg_try_advisory_lock(hashtext('live-season'), 0)")
    boolean claim();

    /** Releases the lock. */
    @Query("SELECT pg_advisory_unlock(hashtext('live-season'), 0)")
    boolean release();
}
