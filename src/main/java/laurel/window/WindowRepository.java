package laurel.window;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.Sql;
import laurel.database.Statement;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;

@Singleton
class WindowRepository {
    /**
     * Until the transaction ends, these boards neither change nor go; those that are changing are waited for. In order of
     * id, and before any other lock that opening takes.
     */
    private static final String HOLD =
            "SELECT id, version FROM leaderboard WHERE id = ANY (:boards) ORDER BY id FOR SHARE";

    private static final String OPEN_SLICES =
            "SELECT name, open_slice(name, :now) AS id FROM (SELECT unnest(:names) AS name ORDER BY 1) AS wanted";

    /**
     * A window and the ranking of its everyone come together; in order of key, so that two openers wait, not deadlock.
     */
    private static final String INSERT = """
            WITH opened AS (
                INSERT INTO leaderboard_window (app_id, leaderboard_id, slice_id, kind, definition, name, zone,
                                                of_zone, starts_at, ends_at, finalizes_at, opened_at)
                SELECT app_id, leaderboard_id, slice_id, kind, definition, name, zone, of_zone, starts_at, ends_at,
                       finalizes_at, :now
                FROM unnest(:apps, :boards, :slices, :kinds, :definitions, :names, :zones, :ofZones, :starts, :ends, :finals)
                     AS w (app_id, leaderboard_id, slice_id, kind, definition, name, zone, of_zone, starts_at, ends_at,
                           finalizes_at)
                ORDER BY leaderboard_id, definition, zone, starts_at
                ON CONFLICT (leaderboard_id, definition, zone, coalesce(starts_at, '-infinity')) DO NOTHING
                RETURNING id, app_id, leaderboard_id, slice_id
            )
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order)
            SELECT o.slice_id::bigint << 40 | nextval('ranking_number'), o.app_id, o.leaderboard_id, o.id,
                   l.sort_order
            FROM opened AS o JOIN leaderboard AS l ON l.id = o.leaderboard_id
            """;

    private static final String REORDER = "UPDATE ranking SET sort_order = :order WHERE leaderboard_id = :board";
    private static final String DELETE_RANKINGS = """
            WITH gone AS (DELETE FROM ranking WHERE leaderboard_id = :board RETURNING id)
            INSERT INTO deleted_ranking (id) SELECT id FROM gone
            """;
    private static final String DELETE = "DELETE FROM leaderboard_window WHERE leaderboard_id = :board";
    private static final String WANTED = """
            FROM unnest(:boards, :definitions, :zones, :starts) WITH ORDINALITY
                 AS wanted (leaderboard_id, definition, zone, starts_at, n)
            -- Lateral and with OFFSET, so that it is index look-ups whatever the planner believes of a new table.
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS l
                WHERE l.leaderboard_id = wanted.leaderboard_id AND l.definition = wanted.definition AND l.zone = wanted.zone
                  AND coalesce(l.starts_at, '-infinity') = coalesce(wanted.starts_at, '-infinity')
                OFFSET 0) AS w
            """;
    private static final String BY_KEYS = "SELECT wanted.n, w.*\n" + WANTED;

    /** Those that have expired have no ranking any more. */
    private static final String FIND = "SELECT wanted.n, w.*, r.id AS ranking_id\n" + WANTED + """
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS l WHERE l.window_id = w.id AND l.group_values = '{}' OFFSET 0) AS r
            """;

    private static final String BY_NAMES = """
            SELECT wanted.n, w.*
            FROM unnest(:boards, :zones, :names) WITH ORDINALITY AS wanted (leaderboard_id, zone, name, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS l
                WHERE l.leaderboard_id = wanted.leaderboard_id AND l.zone = wanted.zone AND l.name = wanted.name
                OFFSET 0) AS w
            """;
    private static final String ENDS = """
            SELECT w.*
            FROM unnest(:definitions) AS wanted (definition)
            CROSS JOIN LATERAL (
                (SELECT * FROM leaderboard_window AS l
                 WHERE l.leaderboard_id = :board AND l.definition = wanted.definition AND l.zone = :zone
                 ORDER BY coalesce(l.starts_at, '-infinity')
                 LIMIT 1)
                UNION
                (SELECT * FROM leaderboard_window AS l
                 WHERE l.leaderboard_id = :board AND l.definition = wanted.definition AND l.zone = :zone
                 ORDER BY coalesce(l.starts_at, '-infinity') DESC
                 LIMIT 1)) AS w
            """;
    private static final String BY_IDS = "SELECT * FROM leaderboard_window WHERE app_id = :app AND id = ANY (:ids)";
    private static final String STARTED = """
            SELECT wanted.n, w.*
            FROM unnest(:boards, :definitions, :zones, :befores, :sizes) WITH ORDINALITY
                 AS wanted (leaderboard_id, definition, zone, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS l
                WHERE l.leaderboard_id = wanted.leaderboard_id AND l.definition = wanted.definition AND l.zone = wanted.zone
                  AND coalesce(l.starts_at, '-infinity') < wanted.before
                ORDER BY coalesce(l.starts_at, '-infinity') DESC
                LIMIT wanted.size) AS w
            ORDER BY wanted.n, coalesce(w.starts_at, '-infinity') DESC
            """;

    private final Sql sql;

    WindowRepository(Sql sql) {
        this.sql = sql;
    }

    /** Keeps these boards as they are for the rest of the transaction: the versions, by id, of those that there are. */
    Map<Integer, Integer> hold(Collection<Integer> boards) {
        return sql.of(HOLD).bindArray("boards", Integer.class, boards).list(HeldBoard.class).stream()
                .collect(toMap(HeldBoard::id, HeldBoard::version));
    }

    /** A row of {@link #HOLD}. */
    @Introspected
    record HeldBoard(int id, int version) {}

    /** Tells the rankings of a board, in which nothing stands, of its new order. */
    void reorder(Leaderboard leaderboard) {
        sql.of(REORDER)
                .bind("order", leaderboard.sortOrder())
                .bind("board", leaderboard.id())
                .execute();
    }

    /** Takes away every window and ranking of a board, and notes that the entries of these are to be swept. */
    void delete(int board) {
        // The rankings first and at once: the foreign key would look for those of each window.
        sql.of(DELETE_RANKINGS).bind("board", board).execute();
        sql.of(DELETE).bind("board", board).execute();
    }

    /** The numbers of these slices, by name; new ones get a partition. */
    Map<String, Integer> openSlices(Collection<String> names, Instant now) {
        return sql
                .of(OPEN_SLICES)
                .bind("now", now)
                .bindArray("names", String.class, names)
                .list(OpenedSlice.class)
                .stream()
                .collect(toMap(OpenedSlice::name, OpenedSlice::id));
    }

    /** A row of {@link #OPEN_SLICES}. */
    @Introspected
    record OpenedSlice(String name, int id) {}

    /** The numbers of those of these slices that have been opened and not been given up, in order. */
    List<Integer> slices(Collection<String> names) {
        return sql.of("SELECT id FROM slice WHERE name = ANY (:names) AND expired_at IS NULL ORDER BY id")
                .bindArray("names", String.class, names)
                .list(Integer.class);
    }

    /** Opens those of these windows that are not open yet. */
    void insert(List<WindowKey> keys, Map<String, Integer> slices, Instant now) {
        var insert = sql.of(INSERT).bind("now", now);
        insert.bindArray(
                "apps", Integer.class, column(keys, k -> k.leaderboard().appId()));
        insert.bindArray(
                "boards", Integer.class, column(keys, k -> k.leaderboard().id()));
        insert.bindArray(
                "slices", Integer.class, column(keys, k -> slices.get(k.slice().name())));
        insert.bindArray(
                "kinds", String.class, column(keys, k -> k.bounds().kind().name()));
        insert.bindArray(
                "definitions", String.class, column(keys, k -> k.definition().id()));
        insert.bindArray("names", String.class, column(keys, k -> k.bounds().name()));
        insert.bindArray("zones", String.class, column(keys, k -> k.zone().getId()));
        insert.bindArray(
                "ofZones", Boolean.class, column(keys, k -> k.definition().ofZone()));
        insert.bindArray("starts", Instant.class, column(keys, k -> k.bounds().startsAt()));
        insert.bindArray("ends", Instant.class, column(keys, k -> k.bounds().endsAt()));
        insert.bindArray("finals", Instant.class, column(keys, WindowKey::finalizesAt));
        insert.execute();
    }

    /** Those of these windows that are open. */
    Map<WindowKey, OpenWindow> find(List<WindowKey> keys) {
        Map<WindowKey, OpenWindow> found = new HashMap<>();
        bind(sql.of(FIND), keys).list(FoundWindow.class).forEach(row -> found.put(keys.get((int) row.n - 1), row.open));
        return found;
    }

    /** Those of these windows that there are, or were until they expired. */
    Map<WindowKey, Window> byKeys(List<WindowKey> keys) {
        Map<WindowKey, Window> found = new HashMap<>();
        bind(sql.of(BY_KEYS), keys)
                .list(Numbered.class)
                .forEach(row -> found.put(keys.get((int) row.n - 1), row.window));
        return found;
    }

    private static Statement bind(Statement query, List<WindowKey> keys) {
        return query.bindArray("boards", Integer.class, column(keys, k -> k.leaderboard()
                        .id()))
                .bindArray("definitions", String.class, column(keys, k -> k.definition()
                        .id()))
                .bindArray("zones", String.class, column(keys, k -> k.zone().getId()))
                .bindArray("starts", Instant.class, column(keys, k -> k.bounds().startsAt()));
    }

    /** A row of {@link #FIND}: the n-th of the keys, from 1. */
    @Introspected
    record FoundWindow(long n, OpenWindow open) {}

    Map<NamedWindow, Window> byNames(List<NamedWindow> names) {
        Map<NamedWindow, Window> found = new HashMap<>();
        sql.of(BY_NAMES)
                .bindArray("boards", Integer.class, column(names, named -> named.leaderboard()
                        .id()))
                .bindArray("zones", String.class, column(names, named -> named.zone()
                        .getId()))
                .bindArray("names", String.class, column(names, NamedWindow::name))
                .list(Numbered.class)
                .forEach(row -> found.put(names.get((int) row.n - 1), row.window));
        return found;
    }

    /** A window for the n-th that is wanted, from 1. */
    @Introspected
    record Numbered(long n, Window window) {}

    /** The first and the last window that a board has had of each of these definitions in its own zone. */
    List<StoodWindow> ends(Leaderboard leaderboard, List<WindowDefinition> definitions) {
        return sql.of(ENDS)
                .bind("board", leaderboard.id())
                .bind("zone", leaderboard.zone().getId())
                .bindArray("definitions", String.class, column(definitions, WindowDefinition::id))
                .list(StoodWindow.class);
    }

    List<Window> byIds(int app, Collection<Long> ids) {
        Statement query = sql.of(BY_IDS).bind("app", app).bindArray("ids", Long.class, ids);
        return query.list(Window.class);
    }

    /** The windows of each of these lists, every list being there. */
    Map<WindowList, List<Window>> started(List<WindowList> lists) {
        Map<WindowList, List<Window>> found = new HashMap<>();
        lists.forEach(list -> found.put(list, new ArrayList<>()));
        sql.of(STARTED)
                .bindArray("boards", Integer.class, column(lists, list -> list.leaderboard()
                        .id()))
                .bindArray("definitions", String.class, column(lists, WindowList::definition))
                .bindArray(
                        "zones", String.class, column(lists, list -> list.zone().getId()))
                .bindArray("befores", Instant.class, column(lists, WindowList::before))
                .bindArray("sizes", Integer.class, column(lists, WindowList::size))
                .list(Numbered.class)
                .forEach(row ->
                        requireNonNull(found.get(lists.get((int) row.n - 1))).add(row.window));
        return found;
    }
}
