package laurel.streak;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.LeaderboardFilter.ArchivedFilter;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

/** Stores the definitions of streaks. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface StreakRepository extends SqlRepository {
    String ALL = """
            SELECT s.*, r.rule AS day_rule, NOT EXISTS (SELECT FROM streak_backfill AS b WHERE b.streak_id = s.id) AS complete
            FROM streak AS s JOIN streak_day_rule AS r ON r.id = s.day_rule_id
            """;

    @Query(ALL + "WHERE s.app_id = :app AND s.archived_at IS NULL ORDER BY s.key COLLATE \"C\"")
    List<Streak> active(int app);

    @Query(ALL + """
            WHERE s.app_id = :app AND s.key COLLATE "C" > :list.after
              AND CASE :list.filter WHEN 'EXCLUDE' THEN s.archived_at IS NULL WHEN 'ONLY' THEN s.archived_at IS NOT NULL
                  ELSE true END
            ORDER BY s.key COLLATE "C" LIMIT :list.limit
            """)
    List<Streak> list(int app, ListRequest<ArchivedFilter, String> list);

    @Query(ALL + "WHERE s.app_id = :app AND s.id = ANY (:ids)")
    List<Streak> byIds(int app, Collection<Long> ids);

    @Query(ALL + "WHERE s.app_id = :app AND s.key = ANY (:keys)")
    List<Streak> byKeys(int app, Collection<String> keys);

    @Query(ALL + "WHERE s.app_id = :app AND s.key = :key")
    Optional<Streak> byKey(int app, String key);

    @Query(ALL + "WHERE s.id = :id")
    Streak byId(long id);

    /** Stores a new streak without days and returns its id. */
    @Query("""
            INSERT INTO streak (app_id, key, name, period, day_rule_id, event_types, created_at, updated_at)
            VALUES (:app, :definition.key, :definition.name, :definition.period, :dayRule.id, :definition.eventTypes, :now, :now)
            RETURNING id
            """)
    long insert(int app, StreakDefinition definition, StoredDayRule dayRule, Instant now);

    @Query("UPDATE streak SET name = :name, version = version + 1, updated_at = :now WHERE id = :id")
    void rename(long id, @Nullable String name, Instant now);

    /** Archives a streak; null unarchives it. */
    @Query("UPDATE streak SET archived_at = :archivedAt, version = version + 1, updated_at = :now WHERE id = :id")
    void archive(long id, @Nullable Instant archivedAt, Instant now);
}
