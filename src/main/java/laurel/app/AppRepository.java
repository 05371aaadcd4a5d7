package laurel.app;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;

@Singleton
class AppRepository {
    private static final String INSERT = """
            INSERT INTO app (key, name, created_at) VALUES (:key, :name, :now)
            ON CONFLICT (key) DO NOTHING
            RETURNING *
            """;
    private static final String BY_KEY = "SELECT * FROM app WHERE key = :key";
    private static final String BY_IDS = "SELECT * FROM app WHERE id = ANY (:ids)";
    private static final String LISTED = """
            SELECT wanted.n, a.*
            FROM unnest(:afters, :sizes) WITH ORDINALITY AS wanted (after, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM app AS l WHERE l.key > wanted.after ORDER BY l.key LIMIT wanted.size) AS a
            ORDER BY wanted.n, a.key
            """;

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

    /** The apps of each of these lists; a list that has none is absent. */
    Map<AppList, List<App>> listed(Handle handle, List<AppList> lists) {
        return handle.createQuery(LISTED)
                .bindArray(
                        "afters",
                        String.class,
                        lists.stream().map(AppList::after).toArray())
                .bindArray(
                        "sizes",
                        Integer.class,
                        lists.stream().map(AppList::size).toArray())
                .mapTo(Listed.class)
                .collect(groupingBy(row -> lists.get((int) row.n - 1), mapping(Listed::app, toList())));
    }

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    record Listed(long n, @Nested App app) {}
}
