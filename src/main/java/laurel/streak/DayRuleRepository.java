package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

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

    private final DayRuleColumn column;

    DayRuleRepository(DayRuleColumn column) {
        this.column = column;
    }

    /** The app's row of a rule, which is made where there is none. */
    StoredDayRule use(Handle transaction, int app, DayRule rule, Instant now) {
        transaction
                .createUpdate(ADD)
                .bind("app", app)
                .bind("rule", column.write(rule))
                .bind("now", now)
                .execute();
        return transaction
                .createQuery(FIND)
                .bind("app", app)
                .bind("rule", column.write(rule))
                .mapTo(StoredDayRule.class)
                .one();
    }

    void lock(Handle transaction, int app) {
        transaction.createQuery(LOCK).bind("app", app).mapTo(Long.class).one();
    }

    boolean claim(Handle transaction, String work, int app) {
        return transaction
                .createQuery(CLAIM)
                .bind("work", work)
                .bind("app", app)
                .mapTo(Boolean.class)
                .one();
    }

    /** In order of id. */
    List<StoredDayRule> ofApp(Handle handle, int app) {
        return handle.createQuery(OF_APP)
                .bind("app", app)
                .mapTo(StoredDayRule.class)
                .list();
    }
}
