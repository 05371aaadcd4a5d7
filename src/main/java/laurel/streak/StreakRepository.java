package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The definitions. */
@Singleton
class StreakRepository {
    private static final String ALL = """
            SELECT s.*, r.rule AS day_rule, NOT EXISTS (SELECT FROM streak_fill AS f WHERE f.streak_id = s.id) AS complete
            FROM streak AS s JOIN day_rule AS r ON r.id = s.day_rule_id
            """;
    private static final String OF_APP = ALL + "WHERE s.app_id = :app ORDER BY s.id";
    private static final String BY_KEY = ALL + "WHERE s.app_id = :app AND s.key = :key";
    private static final String BY_ID = ALL + "WHERE s.id = :id";
    private static final String INSERT = """
            INSERT INTO streak (app_id, key, name, unit, day_rule_id, event_types, created_at)
            VALUES (:app, :key, :name, :unit, :rule, :types, :now) RETURNING id
            """;
    private static final String RENAME = "UPDATE streak SET name = :name WHERE id = :id";

    /** In order of id. */
    List<Streak> ofApp(Handle handle, int app) {
        return handle.createQuery(OF_APP).bind("app", app).mapTo(Streak.class).list();
    }

    Optional<Streak> byKey(Handle handle, int app, String key) {
        return handle.createQuery(BY_KEY)
                .bind("app", app)
                .bind("key", key)
                .mapTo(Streak.class)
                .findOne();
    }

    Streak byId(Handle handle, long id) {
        return handle.createQuery(BY_ID).bind("id", id).mapTo(Streak.class).one();
    }

    /** A new streak, as yet without days; its id. */
    long insert(Handle transaction, int app, StreakDefinition definition, StoredDayRule rule, Instant now) {
        return transaction
                .createQuery(INSERT)
                .bind("app", app)
                .bind("key", definition.key())
                .bind("name", definition.name())
                .bind("unit", definition.unit().name())
                .bind("rule", rule.id())
                .bindArray("types", String.class, definition.eventTypes())
                .bind("now", now)
                .mapTo(Long.class)
                .one();
    }

    void rename(Handle transaction, long id, String name) {
        transaction.createUpdate(RENAME).bind("id", id).bind("name", name).execute();
    }
}
