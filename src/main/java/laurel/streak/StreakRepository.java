package laurel.streak;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The definitions. */
@Singleton
class StreakRepository {
    private static final String OF_APP = """
            SELECT s.*, r.rule AS day_rule FROM streak AS s JOIN day_rule AS r ON r.id = s.day_rule_id
            WHERE s.app_id = :app ORDER BY s.id
            """;
    private static final String BY_KEY = """
            SELECT s.*, r.rule AS day_rule FROM streak AS s JOIN day_rule AS r ON r.id = s.day_rule_id
            WHERE s.app_id = :app AND s.key = :key
            """;
    private static final String INSERT = """
            INSERT INTO streak (app_id, key, name, unit, day_rule_id, event_types, created_at)
            VALUES (:app, :key, :name, :unit, :rule, :types, :now) RETURNING id
            """;
    private static final String RENAME = "UPDATE streak SET name = :name WHERE id = :id";

    /** From what was counted already. Winners are counted besides their part. */
    private static final String FILL_DAYS = """
            INSERT INTO streak_day (streak_id, participant_id, day, events)
            SELECT s.id, t.participant_id, CASE s.unit WHEN 'WEEK' THEN date_trunc('week', t.day)::date ELSE t.day END,
                   sum(t.events)
            FROM streak AS s JOIN daily_tally AS t ON t.day_rule_id = s.day_rule_id
            WHERE s.id = :id AND t.part <> 'WINNER' AND t.events > 0
              AND (s.event_types = '{}' OR t.type = ANY (s.event_types))
            GROUP BY 1, 2, 3
            """;

    /** Nothing is frozen or forgiven yet. */
    private static final String FILL_RUNS = """
            INSERT INTO streak_run (streak_id, participant_id, started_on, last_active_on, length)
            SELECT :id, i.participant_id, min(i.day), max(i.day), count(*)
            FROM (SELECT d.participant_id, d.day,
                         d.day - :step * row_number() OVER (PARTITION BY d.participant_id ORDER BY d.day)::integer AS island
                  FROM streak_day AS d WHERE d.streak_id = :id) AS i
            GROUP BY i.participant_id, i.island
            """;

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

    /** A new streak, of what was counted by its rule before. */
    void insert(Handle transaction, int app, StreakDefinition definition, StoredDayRule rule, Instant now) {
        long id = transaction
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
        transaction.createUpdate(FILL_DAYS).bind("id", id).execute();
        transaction
                .createUpdate(FILL_RUNS)
                .bind("id", id)
                .bind("step", definition.unit().days())
                .execute();
    }

    void rename(Handle transaction, long id, String name) {
        transaction.createUpdate(RENAME).bind("id", id).bind("name", name).execute();
    }
}
