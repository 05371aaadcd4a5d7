package laurel.stream;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static laurel.database.Columns.column;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.Json;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;

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

    /** @param reasons of the entries, in their order */
    void insert(
            Handle transaction, int app, String stream, List<StreamEntry> entries, List<String> reasons, Instant now) {
        transaction
                .createUpdate(INSERT)
                .bind("app", app)
                .bind("stream", stream)
                .bind("now", now)
                .bindArray("entryIds", String.class, column(entries, StreamEntry::id))
                .bindArray("fields", Json.class, column(entries, KeptFields::whole))
                .bindArray("reasons", String.class, reasons.toArray())
                .execute();
    }

    /** How many an app has, up to so many. */
    int count(Handle handle, int app, int most) {
        return handle.createQuery(COUNT)
                .bind("app", app)
                .bind("most", most)
                .mapTo(Integer.class)
                .one();
    }

    /** How many there are of all apps. */
    int count(Handle handle) {
        return handle.createQuery(COUNT_ALL).mapTo(Integer.class).one();
    }

    Optional<SetAside> hold(Handle transaction, int app, long id) {
        return transaction
                .createQuery(HOLD)
                .bind("app", app)
                .bind("id", id)
                .mapTo(SetAside.class)
                .findOne();
    }

    SetAside judge(Handle transaction, long id, String reason, Instant now) {
        return transaction
                .createQuery(JUDGE)
                .bind("id", id)
                .bind("reason", reason)
                .bind("now", now)
                .mapTo(SetAside.class)
                .one();
    }

    /** Whether it was there. */
    boolean delete(Handle handle, int app, long id) {
        return handle.createUpdate(DELETE).bind("app", app).bind("id", id).execute() == 1;
    }

    List<SetAside> byIds(Handle handle, int app, Collection<Long> ids) {
        return handle.createQuery(BY_IDS)
                .bind("app", app)
                .bindArray("ids", Long.class, ids.toArray())
                .mapTo(SetAside.class)
                .list();
    }

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    record Listed(long n, @Nested SetAside setAside) {}

    Map<SetAsideList, List<SetAside>> listed(Handle handle, int app, List<SetAsideList> lists) {
        return handle
                .createQuery(LISTED)
                .bind("app", app)
                .bindArray("afters", Long.class, column(lists, SetAsideList::after))
                .bindArray("sizes", Integer.class, column(lists, SetAsideList::size))
                .mapTo(Listed.class)
                .stream()
                .collect(groupingBy(row -> lists.get((int) row.n - 1), mapping(Listed::setAside, toList())));
    }
}
