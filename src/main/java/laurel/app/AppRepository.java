package laurel.app;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.Sql;

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

    private final Sql sql;

    AppRepository(Sql sql) {
        this.sql = sql;
    }

    /** Stores a new app; empty where its key is taken. */
    Optional<App> insert(String key, String name, Instant now) {
        return sql.of(INSERT)
                .bind("key", key)
                .bind("name", name)
                .bind("now", now)
                .find(App.class);
    }

    Optional<App> byKey(String key) {
        return sql.of(BY_KEY).bind("key", key).find(App.class);
    }

    List<App> byIds(Collection<Integer> ids) {
        return sql.of(BY_IDS).bindArray("ids", Integer.class, ids).list(App.class);
    }

    /** The apps of each of these lists; a list that has none is absent. */
    Map<AppList, List<App>> listed(List<AppList> lists) {
        return sql
                .of(LISTED)
                .bindArray(
                        "afters",
                        String.class,
                        lists.stream().map(AppList::after).toArray())
                .bindArray(
                        "sizes",
                        Integer.class,
                        lists.stream().map(AppList::size).toArray())
                .list(Listed.class)
                .stream()
                .collect(groupingBy(row -> lists.get((int) row.n - 1), mapping(Listed::app, toList())));
    }

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    @Introspected
    record Listed(long n, App app) {}
}
