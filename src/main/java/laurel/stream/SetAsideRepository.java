package laurel.stream;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.Json;
import laurel.database.Sql;

@Singleton
class SetAsideRepository {
    private static final String COLUMNS = "id, stream, entry_id, fields, reason, at";

    private static final String INSERT = """
            INSERT INTO stream_poison (app_id, stream, entry_id, fields, reason, at)
            SELECT :app, :stream, s.entry_id, s.fields, s.reason, :now
            FROM unnest(:entryIds, :fields, :reasons) WITH ORDINALITY AS s (entry_id, fields, reason, n)
            ORDER BY s.n
            ON CONFLICT (stream, entry_id) DO UPDATE SET reason = excluded.reason, at = excluded.at
            """;
    private static final String COUNT =
            "SELECT count(*) FROM (SELECT 1 FROM stream_poison WHERE app_id = :app LIMIT :most) AS found";
    private static final String COUNT_ALL = "SELECT count(*) FROM stream_poison";
    private static final String HOLD =
            "SELECT " + COLUMNS + " FROM stream_poison WHERE app_id = :app AND id = :id FOR UPDATE";
    private static final String JUDGE =
            "UPDATE stream_poison SET reason = :reason, at = :now WHERE id = :id RETURNING " + COLUMNS;
    private static final String DELETE = "DELETE FROM stream_poison WHERE app_id = :app AND id = :id";
    private static final String BY_IDS =
            "SELECT " + COLUMNS + " FROM stream_poison WHERE app_id = :app AND id = ANY (:ids)";
    private static final String LISTED = """
            SELECT wanted.n, p.*
            FROM unnest(:afters, :sizes) WITH ORDINALITY AS wanted (after, size, n)
            CROSS JOIN LATERAL (
                SELECT s.id, s.stream, s.entry_id, s.fields, s.reason, s.at FROM stream_poison AS s
                WHERE s.app_id = :app AND s.id > wanted.after ORDER BY s.id LIMIT wanted.size) AS p
            ORDER BY wanted.n, p.id
            """;

    private final Sql sql;

    SetAsideRepository(Sql sql) {
        this.sql = sql;
    }

    /** @param reasons of the entries, in their order */
    void insert(int app, String stream, List<StreamEntry> entries, List<String> reasons, Instant now) {
        sql.of(INSERT)
                .bind("app", app)
                .bind("stream", stream)
                .bind("now", now)
                .bindArray("entryIds", String.class, column(entries, StreamEntry::id))
                .bindArray("fields", Json.class, column(entries, KeptFields::whole))
                .bindArray("reasons", String.class, reasons.toArray())
                .execute();
    }

    /** How many an app has, up to so many. */
    int count(int app, int most) {
        return sql.of(COUNT).bind("app", app).bind("most", most).one(Integer.class);
    }

    /** How many there are of all apps. */
    int count() {
        return sql.of(COUNT_ALL).one(Integer.class);
    }

    Optional<SetAside> hold(int app, long id) {
        return sql.of(HOLD).bind("app", app).bind("id", id).find(SetAside.class);
    }

    SetAside judge(long id, String reason, Instant now) {
        return sql.of(JUDGE)
                .bind("id", id)
                .bind("reason", reason)
                .bind("now", now)
                .one(SetAside.class);
    }

    /** Whether it was there. */
    boolean delete(int app, long id) {
        return sql.of(DELETE).bind("app", app).bind("id", id).execute() == 1;
    }

    List<SetAside> byIds(int app, Collection<Long> ids) {
        return sql.of(BY_IDS)
                .bind("app", app)
                .bindArray("ids", Long.class, ids.toArray())
                .list(SetAside.class);
    }

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    @Introspected
    record Listed(long n, SetAside setAside) {}

    Map<SetAsideList, List<SetAside>> listed(int app, List<SetAsideList> lists) {
        return sql
                .of(LISTED)
                .bind("app", app)
                .bindArray("afters", Long.class, column(lists, SetAsideList::after))
                .bindArray("sizes", Integer.class, column(lists, SetAsideList::size))
                .list(Listed.class)
                .stream()
                .collect(groupingBy(row -> lists.get((int) row.n - 1), mapping(Listed::setAside, toList())));
    }
}
