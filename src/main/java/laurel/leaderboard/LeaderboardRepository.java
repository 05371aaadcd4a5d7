package laurel.leaderboard;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

@Singleton
class LeaderboardRepository {
    private static final String INSERT = """
            INSERT INTO leaderboard (app_id, key, name, description, metadata, entity_types, sort_order, update_mode,
                                     decimals, min_score, max_score, tie_rule, zone, groupings, windows, clock,
                                     visibility, created_at, updated_at)
            VALUES (:app, :d.key, :d.name, :d.description, :d.metadata, :d.entityTypes, :d.sortOrder, :d.updateMode,
                    :d.decimals, :d.minScore, :d.maxScore, :d.tieRule, :d.zone, :groupings, :windows, :d.clock,
                    :d.visibility, :now, :now)
            ON CONFLICT (app_id, key) DO NOTHING
            RETURNING *
            """;
    private static final String BY_KEYS = "SELECT * FROM leaderboard WHERE app_id = :app AND key = ANY (:keys)";
    private static final String BY_IDS = "SELECT * FROM leaderboard WHERE app_id = :app AND id = ANY (:ids)";
    private static final String PAGE = """
            SELECT * FROM leaderboard
            WHERE app_id = :app AND key > :after AND visibility = 'PUBLIC' AND archived_at IS NULL
            ORDER BY key
            LIMIT :limit
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

    private static final String ADVANCE = """
            UPDATE leaderboard SET clock_at = greatest(clock_at, reached.at)
            FROM unnest(:ids, :ats) AS reached (id, at)
            WHERE leaderboard.id = reached.id AND clock = 'SUBMISSIONS'
              AND (clock_at IS NULL OR clock_at < reached.at)
            """;

    private final GroupingsColumn groupings;
    private static final String SCORED =
            "UPDATE leaderboard SET scored_at = :now WHERE id = ANY (:ids) AND scored_at IS NULL";

    private final WindowsColumn windows;

    LeaderboardRepository(GroupingsColumn groupings, WindowsColumn windows) {
        this.groupings = groupings;
        this.windows = windows;
    }

    /** Stores a new board; empty where its key is taken. */
    Optional<Leaderboard> insert(Handle handle, int app, LeaderboardDefinition.Checked definition, Instant now) {
        return handle.createQuery(INSERT)
                .bind("app", app)
                .bindMethods("d", definition)
                .bind("groupings", groupings.write(definition.groupings()))
                .bind("windows", windows.write(definition.windows()))
                .bind("now", now)
                .mapTo(Leaderboard.class)
                .findOne();
    }

    List<Leaderboard> byKeys(Handle handle, int app, Collection<String> keys) {
        return handle.createQuery(BY_KEYS)
                .bind("app", app)
                .bindArray("keys", String.class, keys)
                .mapTo(Leaderboard.class)
                .list();
    }

    List<Leaderboard> byIds(Handle handle, int app, Collection<Integer> ids) {
        return handle.createQuery(BY_IDS)
                .bind("app", app)
                .bindArray("ids", Integer.class, ids)
                .mapTo(Leaderboard.class)
                .list();
    }

    List<Leaderboard> page(Handle handle, int app, String after, int limit) {
        return handle.createQuery(PAGE)
                .bind("app", app)
                .bind("after", after)
                .bind("limit", limit)
                .mapTo(Leaderboard.class)
                .list();
    }

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

    void advance(Handle handle, Map<Integer, Instant> reached) {
        handle.createUpdate(ADVANCE)
                .bindArray("ids", Integer.class, reached.keySet())
                .bindArray("ats", Instant.class, reached.values())
                .execute();
    }

    void scored(Handle handle, Collection<Integer> ids, Instant now) {
        handle.createUpdate(SCORED)
                .bindArray("ids", Integer.class, ids)
                .bind("now", now)
                .execute();
    }
}
