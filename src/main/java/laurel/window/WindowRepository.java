package laurel.window;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.request.ListRequest;
import laurel.window.WindowDefinitionRef.DefinitionKey;
import laurel.window.Windows.WindowSeries;

/** Stores and lists windows. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface WindowRepository extends SqlRepository {
    /**
     * Keeps these boards as they are for the rest of the transaction: those that there are, neither changed nor deleted
     * until it ends. Those that are changing are waited for; in order of id, and before any other lock that opening takes.
     */
    @Query("SELECT id, version FROM leaderboard WHERE id = ANY (:boards) ORDER BY id FOR SHARE")
    List<HeldBoard> hold(Collection<Integer> boards);

    /** The version of a board that does not change before the transaction ends. */
    @Introspected
    record HeldBoard(int id, int version) {}

    /** Gives the rankings of a board, in which nothing stands, its new order. */
    @Query("UPDATE ranking SET sort_order = :board.sortOrder WHERE leaderboard_id = :board.id")
    void reorder(Leaderboard board);

    @Query("""
            WITH gone AS (DELETE FROM ranking WHERE leaderboard_id = :board RETURNING id)
            INSERT INTO ranking_deletion (id) SELECT id FROM gone
            """)
    void deleteRankings(int board);

    @Query("DELETE FROM leaderboard_window WHERE leaderboard_id = :board")
    void deleteWindows(int board);

    /** Takes away every window and ranking of a board, and notes that the entries of these are to be swept. */
    default void delete(int board) {
        // The rankings first and at once: the foreign key would look for those of each window.
        deleteRankings(board);
        deleteWindows(board);
    }

    /** The numbers of these slices; new ones get a partition. */
    @Query("SELECT name, open_slice(name, :now) AS id FROM (SELECT unnest(:names) AS name ORDER BY 1) AS wanted")
    List<OpenedSlice> openSlices(Collection<String> names, Instant now);

    @Introspected
    record OpenedSlice(String name, int id) {}

    /** The numbers of those of these slices that have been opened and not been given up, in order. */
    @Query("SELECT id FROM window_slice WHERE name = ANY (:names) AND expired_at IS NULL ORDER BY id")
    List<Integer> slices(Collection<String> names);

    /**
     * Opens those of these windows that are not open yet. A window and the ranking of everyone in it come together; in
     * order of key, so that two openers wait, not deadlock.
     *
     * @param slices those of the windows
     */
    @Query("""
            WITH opened AS (
                INSERT INTO leaderboard_window (app_id, leaderboard_id, slice_id, kind, definition, name, time_zone,
                                                follows_time_zone, starts_at, ends_at, finalizes_at, opened_at)
                SELECT app_id, leaderboard_id, s.id, kind, definition, w.name, time_zone, follows_time_zone, starts_at,
                       ends_at, finalizes_at, :now
                FROM unnest(:keys.leaderboard.appId, :keys.leaderboard.id, :keys.slice.name, :keys.bounds.kind,
                            :keys.definition.key, :keys.bounds.name, :keys.timeZone, :keys.definition.followsTimeZone,
                            :keys.bounds.startsAt, :keys.bounds.endsAt, :keys.finalizesAt)
                     AS w (app_id, leaderboard_id, slice, kind, definition, name, time_zone, follows_time_zone, starts_at,
                           ends_at, finalizes_at)
                JOIN unnest(:slices.name, :slices.id) AS s (name, id) ON s.name = w.slice
                ORDER BY leaderboard_id, definition, time_zone, starts_at
                ON CONFLICT (leaderboard_id, definition, time_zone, coalesce(starts_at, '-infinity')) DO NOTHING
                RETURNING id, app_id, leaderboard_id, slice_id
            )
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order)
            SELECT o.slice_id::bigint << 40 | nextval('ranking_number'), o.app_id, o.leaderboard_id, o.id,
                   l.sort_order
            FROM opened AS o JOIN leaderboard AS l ON l.id = o.leaderboard_id
            """)
    void insert(List<WindowKey> keys, List<OpenedSlice> slices, Instant now);

    /** LATERAL with OFFSET, so that the plan uses index look-ups, independently of the planner's statistics of a new table. */
    String WANTED = """
            FROM unnest(:keys.leaderboard.id, :keys.definition.key, :keys.timeZone, :keys.bounds.startsAt) WITH ORDINALITY
                 AS wanted (leaderboard_id, definition, time_zone, starts_at, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS l
                WHERE l.leaderboard_id = wanted.leaderboard_id AND l.definition = wanted.definition
                  AND l.time_zone = wanted.time_zone
                  AND coalesce(l.starts_at, '-infinity') = coalesce(wanted.starts_at, '-infinity')
                OFFSET 0) AS w
            """;

    /** Those that have expired have no ranking any more. */
    @Query("SELECT wanted.n, w.*, r.id AS ranking_id\n" + WANTED + """
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS l WHERE l.window_id = w.id AND l.group_values = '{}' OFFSET 0) AS r
            """)
    List<Numbered<Window.OpenWindow>> listOpen(List<WindowKey> keys);

    /** Those of these windows that are open. */
    default Map<WindowKey, Window.OpenWindow> find(List<WindowKey> keys) {
        return Numbered.map(keys, listOpen(keys));
    }

    @Query("SELECT wanted.n, w.*\n" + WANTED)
    List<Numbered<Window>> listByKeys(List<WindowKey> keys);

    /** Those of these windows that there are, or were until they expired. */
    default Map<WindowKey, Window> byKeys(List<WindowKey> keys) {
        return Numbered.map(keys, listByKeys(keys));
    }

    @Query("""
            SELECT wanted.n, w.*
            FROM unnest(:names.leaderboard.id, :names.timeZone, :names.name) WITH ORDINALITY
                 AS wanted (leaderboard_id, time_zone, name, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS l
                WHERE l.leaderboard_id = wanted.leaderboard_id AND l.time_zone = wanted.time_zone AND l.name = wanted.name
                OFFSET 0) AS w
            """)
    List<Numbered<Window>> listByNames(List<WindowName> names);

    default Map<WindowName, Window> byNames(List<WindowName> names) {
        return Numbered.map(names, listByNames(names));
    }

    /** The first and the last window that a board has had of each of these definitions in its own zone. */
    @Query("""
            SELECT w.*
            FROM unnest(:definitions.key) AS wanted (definition)
            CROSS JOIN LATERAL (
                (SELECT * FROM leaderboard_window AS l
                 WHERE l.leaderboard_id = :board.id AND l.definition = wanted.definition AND l.time_zone = :board.timeZone
                 ORDER BY coalesce(l.starts_at, '-infinity')
                 LIMIT 1)
                UNION
                (SELECT * FROM leaderboard_window AS l
                 WHERE l.leaderboard_id = :board.id AND l.definition = wanted.definition AND l.time_zone = :board.timeZone
                 ORDER BY coalesce(l.starts_at, '-infinity') DESC
                 LIMIT 1)) AS w
            """)
    List<StoodWindow> ends(Leaderboard board, List<WindowDefinition> definitions);

    /** Of those of these definitions that have had windows, whether these follow the time zone of groups. */
    @Query("""
            SELECT wanted.n, w.follows_time_zone AS value
            FROM unnest(:keys.leaderboardId, :keys.key) WITH ORDINALITY AS wanted (leaderboard_id, definition, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS l
                WHERE l.leaderboard_id = wanted.leaderboard_id AND l.definition = wanted.definition
                LIMIT 1) AS w
            """)
    List<Numbered<Boolean>> listDefinitions(List<DefinitionKey> keys);

    @Query("""
            SELECT wanted.n, r.id AS value
            FROM unnest(:keys.windowId, :keys.group) WITH ORDINALITY AS wanted (window_id, group_values, n)
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS l
                WHERE l.window_id = wanted.window_id AND l.group_values = wanted.group_values
                OFFSET 0) AS r
            """)
    List<Numbered<Long>> listRankings(List<RankingKey> keys);

    /** The ids of these rankings; those that do not exist are absent. */
    default Map<RankingKey, Long> rankings(List<RankingKey> keys) {
        return Numbered.map(keys, listRankings(keys));
    }

    /** Makes those of these rankings that are new, in the order of their groups. */
    @Query("""
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values)
            SELECT w.slice_id::bigint << 40 | nextval('ranking_number'), w.app_id, w.leaderboard_id, w.id,
                   coalesce(group_override(l.group_overrides, wanted.group_values, 'sortOrder'), l.sort_order),
                   wanted.group_values
            FROM unnest(:keys.windowId, :keys.group) AS wanted (window_id, group_values)
            JOIN leaderboard_window AS w ON w.id = wanted.window_id
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            ORDER BY w.id, wanted.group_values
            ON CONFLICT (window_id, group_values) DO NOTHING
            """)
    void insertRankings(List<RankingKey> keys);

    /**
     * How many of these windows are closed, each of which wants the revision after its last from now on. However many
     * corrections come before one is stored, that is the next revision. The row is written each time: who is storing
     * ranks meanwhile fails by that and begins again.
     */
    @Query(
            "UPDATE leaderboard_window SET wanted_revision = revision + 1 WHERE id = ANY (:windows) AND wanted_revision > 0")
    int want(Collection<Long> windows);

    /** Ranks of these rankings are counted until their next revision is stored. */
    @Query("UPDATE ranking SET revision = 0 WHERE id = ANY (:rankings) AND revision > 0")
    void countAgain(Collection<Long> rankings);

    @Query("SELECT * FROM leaderboard_window WHERE app_id = :app AND id = ANY (:ids)")
    List<Window> byIds(int app, Collection<Long> ids);

    @Query("""
            SELECT wanted.n, w.*
            FROM unnest(:lists.filter.leaderboard.id, :lists.filter.definition, :lists.filter.timeZone, :lists.after,
                        :lists.limit) WITH ORDINALITY
                 AS wanted (leaderboard_id, definition, time_zone, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS l
                WHERE l.leaderboard_id = wanted.leaderboard_id AND l.definition = wanted.definition
                  AND l.time_zone = wanted.time_zone AND coalesce(l.starts_at, '-infinity') < wanted.before
                ORDER BY coalesce(l.starts_at, '-infinity') DESC
                LIMIT wanted.size) AS w
            ORDER BY wanted.n, coalesce(w.starts_at, '-infinity') DESC
            """)
    List<Numbered<Window>> listStarted(List<ListRequest<WindowSeries, Instant>> lists);

    /** The windows of each of these lists, newest first, by their starts; lists without windows are absent. */
    default Map<ListRequest<WindowSeries, Instant>, List<Window>> started(
            List<ListRequest<WindowSeries, Instant>> lists) {
        return Numbered.lists(lists, listStarted(lists));
    }

    /**
     * A window that a board has had.
     *
     * @param followsTimeZone whether it follows the wall clock of its zone
     */
    @Introspected
    record StoodWindow(Window window, boolean followsTimeZone) {}
}
