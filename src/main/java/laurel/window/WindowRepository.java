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
import laurel.database.sql.Versioned;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.request.ListRequest;
import laurel.window.WindowDefinitionChange.StoredWindow;
import laurel.window.WindowDefinitionRef.DefinitionKey;
import laurel.window.Windows.WindowSeries;

/** Stores and lists windows. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface WindowRepository extends SqlRepository {
    /**
     * Locks these leaderboards against changes and deletion until the transaction ends, and returns those that exist. Waits for
     * running changes. Locks in order of ID, and before all other locks of opening windows.
     */
    @Query("SELECT id, version FROM leaderboard WHERE id = ANY (:boards) ORDER BY id FOR SHARE")
    List<BoardVersion> hold(Collection<Integer> boards);

    /** Returns the leaderboards of all apps that have the SYSTEM clock and are not archived. */
    @Query("SELECT id, version FROM leaderboard WHERE clock = 'SYSTEM' AND archived_at IS NULL")
    List<BoardVersion> onSystemClock();

    /** The version of a leaderboard. */
    @Introspected
    record BoardVersion(int id, int version) {}

    /**
     * Sets the sort order of a leaderboard's rankings, which are empty. Gives their rows another version, because queries keep
     * them with the decimals of the leaderboard.
     */
    @Query("UPDATE ranking SET sort_order = :board.sortOrder WHERE leaderboard_id = :board.id")
    void rewriteRankings(Leaderboard board);

    @Query("""
            WITH deleted AS (DELETE FROM ranking WHERE leaderboard_id = :board RETURNING id)
            INSERT INTO ranking_deletion (id) SELECT id FROM deleted
            """)
    void deleteRankings(int board);

    @Query("DELETE FROM leaderboard_window WHERE leaderboard_id = :board")
    void deleteWindows(int board);

    /** Deletes the windows and rankings of a leaderboard. Their entries are swept later. */
    default void delete(int board) {
        // The rankings first, in one statement: the foreign key would search those of each window.
        deleteRankings(board);
        deleteWindows(board);
    }

    /** Returns the numbers of these slices. Creates the partitions of new ones. */
    @Query("SELECT name, open_slice(name, :now) AS id FROM (SELECT unnest(:names) AS name ORDER BY 1) AS requested")
    List<OpenedSlice> openSlices(Collection<String> names, Instant now);

    @Introspected
    record OpenedSlice(String name, int id) {}

    /** Returns the numbers of the slices of windows of these leaderboards that are not closed, in order. */
    @Query("""
            SELECT DISTINCT slice_id FROM leaderboard_window WHERE leaderboard_id = ANY (:boards) AND requested_revision = 0
            ORDER BY slice_id
            """)
    List<Integer> openSlices(Collection<Integer> boards);

    /** Returns these slices. Slices that were never opened or were retired are absent. */
    @Query("SELECT name, id FROM window_slice WHERE name = ANY (:names) AND retired_at IS NULL")
    List<OpenedSlice> slices(Collection<String> names);

    /** Returns all slices that were not retired. */
    @Query("SELECT name, id FROM window_slice WHERE retired_at IS NULL")
    List<OpenedSlice> allSlices();

    /**
     * Opens those of these windows that are not open, each with the ranking of everyone in it. In order of key, so that
     * concurrent transactions wait for each other instead of deadlocking.
     *
     * @param slices slices of the windows
     */
    @Query("""
            WITH opened AS (
                INSERT INTO leaderboard_window (app_id, leaderboard_id, slice_id, kind, definition, name, time_zone, starts_at,
                                                ends_at, finalizes_at, follows_time_zone, awaits_submissions, opened_at)
                SELECT app_id, leaderboard_id, s.id, kind, definition, w.name, time_zone, starts_at,
                       ends_at, finalizes_at, follows_time_zone, clock = 'SUBMISSIONS', :now
                FROM unnest(:keys.leaderboard.appId, :keys.leaderboard.id, :keys.slice.name, :keys.bounds.kind,
                            :keys.definition.key, :keys.bounds.name, :keys.timeZone, :keys.definition.followsTimeZone,
                            :keys.bounds.startsAt, :keys.bounds.endsAt, :keys.finalizesAt, :keys.leaderboard.clock)
                     AS w (app_id, leaderboard_id, slice, kind, definition, name, time_zone, follows_time_zone, starts_at,
                           ends_at, finalizes_at, clock)
                JOIN unnest(:slices.name, :slices.id) AS s (name, id) ON s.name = w.slice
                ORDER BY leaderboard_id, definition, time_zone, starts_at
                ON CONFLICT (leaderboard_id, definition, time_zone, coalesce(starts_at, '-infinity')) DO NOTHING
                RETURNING id, app_id, leaderboard_id, slice_id
            )
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order)
            SELECT o.slice_id::bigint << 40 | nextval('ranking_number'), o.app_id, o.leaderboard_id, o.id, l.sort_order
            FROM opened AS o JOIN leaderboard AS l ON l.id = o.leaderboard_id
            """)
    void insert(List<WindowKey> keys, List<OpenedSlice> slices, Instant now);

    /** LATERAL with OFFSET forces index look-ups, even if a new table has no statistics. */
    String WANTED = """
            FROM unnest(:keys.leaderboard.id, :keys.definition.key, :keys.timeZone, :keys.bounds.startsAt) WITH ORDINALITY
                 AS input (leaderboard_id, definition, time_zone, starts_at, n)
            CROSS JOIN LATERAL (
                SELECT *,
            """ + Versioned.ROW_VERSION + """
                       AS row_version FROM leaderboard_window AS r
                WHERE r.leaderboard_id = input.leaderboard_id AND r.definition = input.definition
                  AND r.time_zone = input.time_zone
                  AND coalesce(r.starts_at, '-infinity') = coalesce(input.starts_at, '-infinity')
                OFFSET 0) AS w
            """;

    /** Expired windows have no ranking. */
    @Query("SELECT input.n, w.*, r.id AS ranking_id\n" + WANTED + """
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS l WHERE l.window_id = w.id AND l.group_values = '{}' OFFSET 0) AS r
            """)
    List<Numbered<Window.OpenWindow>> listOpen(List<WindowKey> keys);

    /** Returns those of these windows that are open. */
    default Map<WindowKey, Window.OpenWindow> find(List<WindowKey> keys) {
        return Numbered.map(keys, listOpen(keys));
    }

    @Query("SELECT input.n, w.*\n" + WANTED)
    List<Numbered<Versioned<Window>>> listByKeys(List<WindowKey> keys);

    /** Returns those of these windows that exist, expired ones included. */
    default Map<WindowKey, Versioned<Window>> byKeys(List<WindowKey> keys) {
        return Numbered.map(keys, listByKeys(keys));
    }

    /** Windows that follow no time zone, of removed definitions too, are in that of the leaderboard. */
    @Query("""
            SELECT input.n, w.*
            FROM unnest(:names.leaderboard.id, :names.leaderboard.timeZone, :names.timeZone, :names.name) WITH ORDINALITY
                 AS input (leaderboard_id, leaderboard_time_zone, time_zone, name, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS l
                WHERE l.leaderboard_id = input.leaderboard_id AND l.time_zone IN (input.time_zone, input.leaderboard_time_zone)
                  AND l.name = input.name AND (l.time_zone = input.time_zone OR NOT l.follows_time_zone)
                OFFSET 0) AS w
            """)
    List<Numbered<Window>> listByNames(List<WindowName> names);

    default Map<WindowName, Window> byNames(List<WindowName> names) {
        return Numbered.map(names, listByNames(names));
    }

    /** Returns the first and the last window of each of these definitions in the leaderboard's time zone. */
    @Query("""
            SELECT w.*
            FROM unnest(:definitions.key) AS input (definition)
            CROSS JOIN LATERAL (
                (SELECT * FROM leaderboard_window AS l
                 WHERE l.leaderboard_id = :board.id AND l.definition = input.definition AND l.time_zone = :board.timeZone
                 ORDER BY coalesce(l.starts_at, '-infinity')
                 LIMIT 1)
                UNION
                (SELECT * FROM leaderboard_window AS l
                 WHERE l.leaderboard_id = :board.id AND l.definition = input.definition AND l.time_zone = :board.timeZone
                 ORDER BY coalesce(l.starts_at, '-infinity') DESC
                 LIMIT 1)) AS w
            """)
    List<StoredWindow> ends(Leaderboard board, List<WindowDefinition> definitions);

    /** Returns the windows of these definitions that start after an instant, in every time zone. */
    @Query("""
            SELECT * FROM leaderboard_window
            WHERE leaderboard_id = :board AND definition = ANY (:definitions) AND starts_at > :moment
            ORDER BY id
            """)
    List<StoredWindow> startingAfter(int board, Collection<String> definitions, Instant moment);

    /** For each window a part of a statement, which returns its rankings with entries. */
    String SCORED_RANKINGS = """
            SELECT r.id
            FROM unnest(:queryNumber, :input.id) AS input (query_number, window_id)
            JOIN ranking AS r ON r.window_id = input.window_id
            WHERE EXISTS (SELECT FROM <entry> AS e WHERE e.ranking_id = r.id)
               OR EXISTS (SELECT FROM restriction_entry AS e WHERE e.ranking_id = r.id)
            """;

    /** Deletes windows without entries, with their rankings. */
    @Query("DELETE FROM leaderboard_window WHERE id = ANY (:windows)")
    void deleteByIds(Collection<Long> windows);

    /** Returns whether the windows of these definitions follow the time zones of groups; definitions without windows are absent. */
    @Query("""
            SELECT input.n, w.follows_time_zone AS value
            FROM unnest(:keys.leaderboardId, :keys.key) WITH ORDINALITY AS input (leaderboard_id, definition, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS l
                WHERE l.leaderboard_id = input.leaderboard_id AND l.definition = input.definition
                LIMIT 1) AS w
            """)
    List<Numbered<Boolean>> listDefinitions(List<DefinitionKey> keys);

    @Query("""
            SELECT input.n, r.id AS value
            FROM unnest(:keys.windowId, :keys.group) WITH ORDINALITY AS input (window_id, group_values, n)
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS l
                WHERE l.window_id = input.window_id AND l.group_values = input.group_values
                OFFSET 0) AS r
            """)
    List<Numbered<Long>> listRankings(List<RankingKey> keys);

    /** Returns the IDs of these rankings; those that do not exist are absent. */
    default Map<RankingKey, Long> rankings(List<RankingKey> keys) {
        return Numbered.map(keys, listRankings(keys));
    }

    /**
     * Creates those of these rankings that do not exist, in the order of their groups; and the groups of the app. Locks all
     * these groups against deletion until the transaction ends. Existing ones may get and lose members meanwhile.
     */
    @Query("""
            WITH wanted AS (
                SELECT DISTINCT w.app_id, one.key COLLATE "C" AS attribute, one.value COLLATE "C" AS value
                FROM unnest(:keys.windowId, :keys.group) AS input (window_id, group_values)
                JOIN leaderboard_window AS w ON w.id = input.window_id
                CROSS JOIN LATERAL jsonb_each_text(input.group_values) AS one
            ), held AS (
                SELECT n.* FROM wanted AS n CROSS JOIN LATERAL (
                    SELECT FROM group_value AS l WHERE (l.app_id, l.attribute, l.value) = (n.app_id, n.attribute, n.value)
                    FOR KEY SHARE) AS g
            ), added AS (
                INSERT INTO group_value AS g (app_id, attribute, value, created_at)
                SELECT n.*, :now::timestamptz FROM (SELECT * FROM wanted EXCEPT SELECT * FROM held ORDER BY 1, 2, 3) AS n
                ON CONFLICT (app_id, attribute, value) DO UPDATE SET member_count = g.member_count
            )
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values)
            SELECT w.slice_id::bigint << 40 | nextval('ranking_number'), w.app_id, w.leaderboard_id, w.id,
                   coalesce(group_override(l.group_overrides, input.group_values, 'sortOrder'), l.sort_order), input.group_values
            FROM unnest(:keys.windowId, :keys.group) AS input (window_id, group_values)
            JOIN leaderboard_window AS w ON w.id = input.window_id
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            ORDER BY w.id, input.group_values
            ON CONFLICT (window_id, group_values) DO NOTHING
            """)
    void insertRankings(List<RankingKey> keys, Instant now);

    /**
     * Requests the next revision of those of these windows that are closed, and returns their number. All corrections until a
     * revision is stored are part of that revision. Writes the row each time, so that a concurrent transaction that stores
     * ranks fails and is retried.
     */
    @Query(
            "UPDATE leaderboard_window SET requested_revision = revision + 1 WHERE id = ANY (:windows) AND requested_revision > 0")
    int want(Collection<Long> windows);

    /** Marks rankings as not final: their ranks are computed from entries until the next revision is stored. */
    @Query("UPDATE ranking SET revision = 0 WHERE id = ANY (:rankings) AND revision > 0")
    void countAgain(Collection<Long> rankings);

    @Query("SELECT * FROM leaderboard_window WHERE app_id = :app AND id = ANY (:ids)")
    List<Window> byIds(int app, Collection<Long> ids);

    @Query("""
            SELECT input.n, w.*
            FROM unnest(:lists.filter.leaderboard.id, :lists.filter.definition, :lists.filter.timeZone, :lists.after,
                        :lists.limit) WITH ORDINALITY
                 AS input (leaderboard_id, definition, time_zone, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS l
                WHERE l.leaderboard_id = input.leaderboard_id AND l.definition = input.definition
                  AND l.time_zone = input.time_zone AND coalesce(l.starts_at, '-infinity') < input.before
                ORDER BY coalesce(l.starts_at, '-infinity') DESC
                LIMIT input.size) AS w
            ORDER BY input.n, coalesce(w.starts_at, '-infinity') DESC
            """)
    List<Numbered<Window>> listStarted(List<ListRequest<WindowSeries, Instant>> lists);

    /** Returns the windows of each list, newest first; lists without windows are absent. */
    default Map<ListRequest<WindowSeries, Instant>, List<Window>> started(
            List<ListRequest<WindowSeries, Instant>> lists) {
        return Numbered.lists(lists, listStarted(lists));
    }
}
