package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.database.Sql;

@Singleton
class DayRuleRepository {
    private static final String ADD = """
            INSERT INTO day_rule (app_id, rule, created_at) VALUES (:app, :rule, :now)
            ON CONFLICT (app_id, md5(rule::text)) DO NOTHING
            """;
    private static final String FIND = "SELECT id, rule FROM day_rule WHERE app_id = :app AND rule = :rule";
    private static final String OF_APP = "SELECT id, rule FROM day_rule WHERE app_id = :app ORDER BY id";

    private static final String CLAIM = "SELECT pg_try_advisory_xact_lock(hashtext(:work), :app)";
    private static final String LOCK = "SELECT count(pg_advisory_xact_lock(hashtext('activity'), :app))";

    private final Sql sql;

    DayRuleRepository(Sql sql) {
        this.sql = sql;
    }

    /** The app's row of a rule, which is made where there is none. */
    StoredDayRule use(int app, DayRule rule, Instant now) {
        sql.of(ADD).bind("app", app).bind("rule", rule).bind("now", now).execute();
        return sql.of(FIND).bind("app", app).bind("rule", rule).one(StoredDayRule.class);
    }

    void lock(int app) {
        sql.of(LOCK).bind("app", app).one(Long.class);
    }

    boolean claim(String work, int app) {
        return sql.of(CLAIM).bind("work", work).bind("app", app).one(Boolean.class);
    }

    /** In order of id. */
    List<StoredDayRule> ofApp(int app) {
        return sql.of(OF_APP).bind("app", app).list(StoredDayRule.class);
    }
}
