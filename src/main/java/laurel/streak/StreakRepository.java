package laurel.streak;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import laurel.database.SqlRepository;

/** The definitions. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface StreakRepository extends SqlRepository {
    String ALL = """
            SELECT s.*, r.rule AS day_rule, NOT EXISTS (SELECT FROM streak_fill AS f WHERE f.streak_id = s.id) AS complete
            FROM streak AS s JOIN day_rule AS r ON r.id = s.day_rule_id
            """;

    @Query(ALL + "WHERE s.app_id = :app ORDER BY s.id")
    List<Streak> ofApp(int app);

    @Query(ALL + "WHERE s.app_id = :app AND s.key = :key")
    Optional<Streak> byKey(int app, String key);

    @Query(ALL + "WHERE s.id = :id")
    Streak byId(long id);

    /** Stores a new streak, as yet without days, and returns its id. */
    @Query("""
            INSERT INTO streak (app_id, key, name, unit, day_rule_id, event_types, created_at)
            VALUES (:app, :definition.key, :definition.name, :definition.unit, :rule.id, :definition.eventTypes, :now)
            RETURNING id
            """)
    long insert(int app, StreakDefinition definition, StoredDayRule rule, Instant now);

    @Query("UPDATE streak SET name = :name WHERE id = :id")
    void rename(long id, String name);
}
