package laurel.app;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

@Singleton
class AppRepository {
    private static final String INSERT = """
            INSERT INTO app (key, name, created_at) VALUES (:key, :name, :now)
            ON CONFLICT (key) DO NOTHING
            RETURNING *
            """;
    private static final String BY_KEY = "SELECT * FROM app WHERE key = :key";
    private static final String BY_IDS = "SELECT * FROM app WHERE id = ANY (:ids)";
    private static final String PAGE = "SELECT * FROM app WHERE key > :after ORDER BY key LIMIT :limit";

    /** Stores a new app; empty where its key is taken. */
    Optional<App> insert(Handle handle, String key, String name, Instant now) {
        return handle.createQuery(INSERT)
                .bind("key", key)
                .bind("name", name)
                .bind("now", now)
                .mapTo(App.class)
                .findOne();
    }

    Optional<App> byKey(Handle handle, String key) {
        return handle.createQuery(BY_KEY).bind("key", key).mapTo(App.class).findOne();
    }

    List<App> byIds(Handle handle, Collection<Integer> ids) {
        return handle.createQuery(BY_IDS)
                .bindArray("ids", Integer.class, ids)
                .mapTo(App.class)
                .list();
    }

    List<App> page(Handle handle, String after, int limit) {
        return handle.createQuery(PAGE)
                .bind("after", after)
                .bind("limit", limit)
                .mapTo(App.class)
                .list();
    }
}
