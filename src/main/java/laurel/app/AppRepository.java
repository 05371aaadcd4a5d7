package laurel.app;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

/** Stores and lists apps. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface AppRepository extends SqlRepository {
    /** Stores a new app; null if its key is taken. */
    @Query("""
            INSERT INTO app (key, name, anonymous_reading, created_at) VALUES (:key, :name, :anonymous, :now)
            ON CONFLICT (key) DO NOTHING RETURNING *
            """)
    @Nullable
    App insert(String key, String name, boolean anonymous, Instant now);

    @Query("SELECT * FROM app WHERE key = :key")
    Optional<App> byKey(String key);

    /**
     * Changes an app. Null if there is no such app.
     *
     * @param name      the key if null
     * @param named     whether the name changes
     * @param anonymous null leaves it as it is
     */
    @Query("""
            UPDATE app
            SET name = CASE WHEN :named THEN coalesce(:name::text, key) ELSE name END,
                anonymous_reading = coalesce(:anonymous::boolean, anonymous_reading)
            WHERE key = :key RETURNING *
            """)
    @Nullable
    App update(String key, boolean named, @Nullable String name, @Nullable Boolean anonymous);

    /** IDs of the apps that callers without credentials may read. */
    @Query("SELECT id FROM app WHERE anonymous_reading")
    List<Integer> anonymous();

    @Query("SELECT * FROM app WHERE key = ANY (:keys)")
    List<App> byKeys(Collection<String> keys);

    @Query("SELECT * FROM app WHERE id = ANY (:ids)")
    List<App> byIds(Collection<Integer> ids);

    @Query("""
            SELECT input.n, a.*
            FROM unnest(:lists.after, :lists.limit) WITH ORDINALITY AS input (after, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM app AS l WHERE l.key > input.after ORDER BY l.key LIMIT input.size) AS a
            ORDER BY input.n, a.key
            """)
    List<Numbered<App>> list(List<ListRequest<Void, String>> lists);

    /** Returns the apps of each list, by key; lists without apps are absent. */
    default Map<ListRequest<Void, String>, List<App>> listed(List<ListRequest<Void, String>> lists) {
        return Numbered.lists(lists, list(lists));
    }
}
