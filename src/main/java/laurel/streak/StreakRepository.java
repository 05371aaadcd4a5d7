package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import laurel.database.Sql;

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

    private final Sql sql;

    StreakRepository(Sql sql) {
        this.sql = sql;
    }

    /** In order of id. */
    List<Streak> ofApp(int app) {
        return sql.of(OF_APP).bind("app", app).list(Streak.class);
    }

    Optional<Streak> byKey(int app, String key) {
        return sql.of(BY_KEY).bind("app", app).bind("key", key).find(Streak.class);
    }

    Streak byId(long id) {
        return sql.of(BY_ID).bind("id", id).one(Streak.class);
    }

    /** A new streak, as yet without days; its id. */
    long insert(int app, StreakDefinition definition, StoredDayRule rule, Instant now) {
        return sql.of(INSERT)
                .bind("app", app)
                .bind("key", definition.key())
                .bind("name", definition.name())
                .bind("unit", definition.unit().name())
                .bind("rule", rule.id())
                .bindArray("types", String.class, definition.eventTypes())
                .bind("now", now)
                .one(Long.class);
    }

    void rename(long id, String name) {
        sql.of(RENAME).bind("id", id).bind("name", name).execute();
    }
}
