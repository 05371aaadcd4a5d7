package laurel.streak;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.List;
import laurel.database.sql.SqlRepository;

@JdbcRepository(dialect = Dialect.POSTGRES)
interface DayRuleRepository extends SqlRepository {
    /** Stores a rule of an app. Does nothing if the app has it. */
    @Query("""
            INSERT INTO streak_day_rule (app_id, rule, created_at) VALUES (:app, :rule, :now)
            ON CONFLICT (app_id, md5(rule::text)) DO NOTHING
            """)
    void add(int app, DayRule rule, Instant now);

    @Query("SELECT id, rule FROM streak_day_rule WHERE app_id = :app AND rule = :rule")
    StoredDayRule get(int app, DayRule rule);

    @Query("SELECT id, rule FROM streak_day_rule WHERE app_id = :app ORDER BY id")
    List<StoredDayRule> ofApp(int app);

    /** Locks both parts in order. */
    @Query("""
            SELECT count(pg_advisory_xact_lock(part.key, :app))
            FROM (VALUES (hashtext('activity')), (hashtext('day-scores'))) AS part (key)
            """)
    void lock(int app);

    @Query("SELECT count(pg_advisory_xact_lock(hashtext('activity'), :app))")
    void lockCounts(int app);

    @Query("SELECT count(pg_advisory_xact_lock(hashtext('day-scores'), :app))")
    void lockScores(int app);

    @Query("SELECT pg_try_advisory_xact_lock(hashtext('day-scores'), :app)")
    boolean tryLockScores(int app);

    @Query("SELECT pg_try_advisory_xact_lock(hashtext('backlog:' || :backlog), :app)")
    boolean claim(String backlog, int app);
}
