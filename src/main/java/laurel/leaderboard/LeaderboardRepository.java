package laurel.leaderboard;

import static java.util.Objects.requireNonNullElse;
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
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

@Singleton
class LeaderboardRepository {
    private static final String DEFINITION = """
            name, description, metadata, entity_types, sort_order, update_mode, decimals, min_score, max_score, tie_rule, zone,
            groupings, windows, clock, visibility, grace, group_overrides, archive_after""";
    private static final String DEFINED = """
            :d.name, :d.description, :d.metadata, :d.entityTypes, :d.sortOrder, :d.updateMode, :d.decimals, :d.minScore,
            :d.maxScore, :d.tieRule, :d.zone, :groupings, :windows, :d.clock, :d.visibility, :d.grace, :overrides,
            :d.archiveAfter""";
    private static final String INSERT = defined("""
            INSERT INTO leaderboard (app_id, key, <definition>, created_at, updated_at)
            VALUES (:app, :key, <defined>, :now, :now)
            ON CONFLICT (app_id, key) DO NOTHING
            RETURNING *
            """);

    /** Compared here and not in Java: PostgreSQL knows when two texts are the same JSON. */
    private static final String UPDATE = defined("""
            UPDATE leaderboard SET (<definition>) = (<defined>), version = version + 1, updated_at = :now
            WHERE id = :id AND (<definition>) IS DISTINCT FROM (<defined>)
            RETURNING *
            """);

    private static final String ARCHIVE = """
            UPDATE leaderboard SET archived_at = CASE WHEN :archived THEN :now END, version = version + 1, updated_at = :now
            WHERE id = :id AND (archived_at IS NOT NULL) <> :archived
            RETURNING *
            """;

    private static final String SET_SEASONS = """
            UPDATE leaderboard
            SET seasons = :seasons, finalized_through = greatest(finalized_through, :through::timestamptz),
                version = version + 1, updated_at = :now
            WHERE id = :id
            RETURNING *
            """;
    private static final String BY_KEYS = "SELECT * FROM leaderboard WHERE app_id = :app AND key = ANY (:keys)";
    private static final String BY_IDS =
            "SELECT * FROM leaderboard WHERE coalesce(app_id = :app, true) AND id = ANY (:ids)";
    private static final String STATES =
            "SELECT id, version, clock_at, scored_at, received_at, finalized_through FROM leaderboard"
                    + " WHERE app_id = :app AND id = ANY (:ids)";
    private static final String LISTED = """
            SELECT wanted.n, b.*
            FROM unnest(:afters, :prefixes, :names, :types, :archiveds, :sizes) WITH ORDINALITY
                 AS wanted (after, prefix, name, type, archived, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard AS l
                WHERE l.app_id = :app AND l.key > wanted.after AND l.visibility = 'PUBLIC'
                  AND starts_with(l.key, wanted.prefix) AND position(lower(wanted.name) IN lower(l.name)) > 0
                  AND coalesce(wanted.type = ANY (l.entity_types), true)
                  AND CASE wanted.archived WHEN 'EXCLUDE' THEN l.archived_at IS NULL
                                           WHEN 'ONLY' THEN l.archived_at IS NOT NULL
                                           ELSE true END
                ORDER BY l.key
                LIMIT wanted.size) AS b
            ORDER BY wanted.n, b.key
            """;
    private static final String ON_SYSTEM_CLOCK = """
            SELECT * FROM leaderboard
            WHERE id > :after AND clock = 'SYSTEM' AND archived_at IS NULL
            ORDER BY id
            LIMIT :limit
            """;

    /** In order of id: two transactions that need the same boards wait for each other instead of deadlocking. */
    private static final String LOCK = """
            SELECT count(pg_advisory_xact_lock(hashtext('leaderboard'), id))
            FROM (SELECT unnest(:ids) AS id ORDER BY 1) AS ordered
            """;

    /** The same by key; the subquery's order holds because it has an OFFSET. */
    private static final String LOCK_KEYS = """
            SELECT id, pg_advisory_xact_lock(hashtext('leaderboard'), id)
            FROM (SELECT id FROM leaderboard WHERE app_id = :app AND key = ANY (:keys) ORDER BY id OFFSET 0) AS ordered
            """;

    private static final String DELETE = """
            WITH gone AS (DELETE FROM leaderboard WHERE id = :id RETURNING id, app_id)
            INSERT INTO deleted_leaderboard (id, app_id, deleted_at) SELECT id, app_id, :now FROM gone
            """;

    /** One statement, and in order of id: who opens windows locks these rows too. */
    private static final String RECEIVED = """
            WITH held AS (
                SELECT l.id, told.at FROM unnest(:ids, :ats) AS told (id, at) JOIN leaderboard AS l USING (id)
                ORDER BY l.id
                FOR NO KEY UPDATE OF l
            )
            UPDATE leaderboard
            SET scored_at = coalesce(scored_at, :now),
                clock_at = CASE clock WHEN 'SUBMISSIONS' THEN greatest(clock_at, held.at) END,
                received_at = CASE WHEN received_at > :now::timestamptz - interval '1 hour' THEN received_at ELSE :now END
            FROM held
            WHERE leaderboard.id = held.id
              AND (scored_at IS NULL OR clock_at IS NULL OR clock_at < held.at
                   OR coalesce(received_at, '-infinity') <= :now::timestamptz - interval '1 hour')
            """;

    private static final String HOLD = "SELECT id FROM leaderboard WHERE id = :id FOR UPDATE";

    private final GroupingsColumn groupings;
    private final WindowsColumn windows;
    private final GroupOverridesColumn overrides;
    private final SeasonsColumn seasons;

    LeaderboardRepository(
            GroupingsColumn groupings, WindowsColumn windows, GroupOverridesColumn overrides, SeasonsColumn seasons) {
        this.seasons = seasons;
        this.groupings = groupings;
        this.windows = windows;
        this.overrides = overrides;
    }

    private static String defined(String statement) {
        return statement.replace("<definition>", DEFINITION).replace("<defined>", DEFINED);
    }

    /** Stores a new board; empty where its key is taken. */
    Optional<Leaderboard> insert(Handle handle, int app, String key, LeaderboardDefinition definition, Instant now) {
        return bind(handle.createQuery(INSERT), definition)
                .bind("app", app)
                .bind("key", key)
                .bind("now", now)
                .mapTo(Leaderboard.class)
                .findOne();
    }

    /** The board as this definition has it; empty where it is that already. */
    Optional<Leaderboard> update(Handle handle, int id, LeaderboardDefinition definition, Instant now) {
        return bind(handle.createQuery(UPDATE), definition)
                .bind("id", id)
                .bind("now", now)
                .mapTo(Leaderboard.class)
                .findOne();
    }

    /** The board archived, or no more; empty where it is that already. */
    Optional<Leaderboard> archive(Handle handle, int id, boolean archived, Instant now) {
        return handle.createQuery(ARCHIVE)
                .bind("id", id)
                .bind("archived", archived)
                .bind("now", now)
                .mapTo(Leaderboard.class)
                .findOne();
    }

    /** The board with these seasons. */
    Leaderboard setSeasons(Handle handle, int id, List<Season> all, @Nullable Instant through, Instant now) {
        return handle.createQuery(SET_SEASONS)
                .bind("id", id)
                .bind("seasons", seasons.write(all))
                .bind("through", through)
                .bind("now", now)
                .mapTo(Leaderboard.class)
                .one();
    }

    /** Takes the board away, and notes that its rows in the ledger are to be swept. */
    void delete(Handle handle, int id, Instant now) {
        handle.createUpdate(DELETE).bind("id", id).bind("now", now).execute();
    }

    /** Nobody else locks the board's row until the transaction ends; those who have are waited for. */
    void hold(Handle handle, int id) {
        handle.createQuery(HOLD).bind("id", id).mapTo(Integer.class).one();
    }

    private Query bind(Query query, LeaderboardDefinition definition) {
        return query.bindMethods("d", definition)
                .bind("groupings", groupings.write(definition.groupings()))
                .bind("windows", windows.write(definition.windows()))
                .bind("overrides", overrides.write(definition.groupOverrides()));
    }

    List<Leaderboard> byKeys(Handle handle, int app, Collection<String> keys) {
        return handle.createQuery(BY_KEYS)
                .bind("app", app)
                .bindArray("keys", String.class, keys)
                .mapTo(Leaderboard.class)
                .list();
    }

    List<Leaderboard> byIds(Handle handle, @Nullable Integer app, Collection<Integer> ids) {
        return handle.createQuery(BY_IDS)
                .bind("app", app)
                .bindArray("ids", Integer.class, ids)
                .mapTo(Leaderboard.class)
                .list();
    }

    /** What changes of a board without a new version. */
    record State(
            int id,
            int version,
            @Nullable Instant clockAt,
            @Nullable Instant scoredAt,
            @Nullable Instant receivedAt,
            @Nullable Instant finalizedThrough) {}

    List<State> states(Handle handle, int app, Collection<Integer> ids) {
        return handle.createQuery(STATES)
                .bind("app", app)
                .bindArray("ids", Integer.class, ids)
                .mapTo(State.class)
                .list();
    }

    /** The boards of each of these lists; a list that has none is absent. */
    Map<LeaderboardList, List<Leaderboard>> listed(Handle handle, int app, List<LeaderboardList> lists) {
        List<LeaderboardFilter> filters =
                lists.stream().map(LeaderboardList::filter).toList();
        // Every text begins with nothing and holds nothing, so what is not asked for is no condition.
        return handle.createQuery(LISTED)
                .bind("app", app)
                .bindArray("afters", String.class, column(lists, LeaderboardList::after))
                .bindArray("prefixes", String.class, column(filters, f -> requireNonNullElse(f.keyPrefix(), "")))
                .bindArray("names", String.class, column(filters, f -> requireNonNullElse(f.nameContains(), "")))
                .bindArray("types", String.class, column(filters, LeaderboardFilter::entityType))
                .bindArray("archiveds", String.class, column(filters, f -> f.archived()
                        .name()))
                .bindArray("sizes", Integer.class, column(lists, LeaderboardList::size))
                .mapTo(Listed.class)
                .collect(groupingBy(row -> lists.get((int) row.n - 1), mapping(Listed::board, toList())));
    }

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    record Listed(long n, @Nested Leaderboard board) {}

    List<Leaderboard> onSystemClock(Handle handle, int after, int limit) {
        return handle.createQuery(ON_SYSTEM_CLOCK)
                .bind("after", after)
                .bind("limit", limit)
                .mapTo(Leaderboard.class)
                .list();
    }

    void lock(Handle handle, Collection<Integer> ids) {
        handle.createQuery(LOCK)
                .bindArray("ids", Integer.class, ids)
                .mapTo(Long.class)
                .one();
    }

    /** The ids of those that there were before the lock was granted. */
    List<Integer> lockKeys(Handle handle, int app, Collection<String> keys) {
        return handle.createQuery(LOCK_KEYS)
                .bind("app", app)
                .bindArray("keys", String.class, keys)
                .mapTo(Integer.class)
                .list();
    }

    void received(Handle handle, Map<Integer, Instant> times, Instant now) {
        handle.createUpdate(RECEIVED)
                .bindArray("ids", Integer.class, times.keySet())
                .bindArray("ats", Instant.class, times.values())
                .bind("now", now)
                .execute();
    }
}
