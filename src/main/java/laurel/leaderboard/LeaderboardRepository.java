package laurel.leaderboard;

import static java.util.Objects.requireNonNullElse;
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
import laurel.database.Sql;
import laurel.database.Statement;
import org.jspecify.annotations.Nullable;

@Singleton
class LeaderboardRepository {
    private static final String DEFINITION = """
            name, description, metadata, entity_types, sort_order, update_mode, decimals, min_score, max_score, tie_rule, zone,
            groupings, windows, clock, visibility, grace, group_overrides, archive_after""";
    private static final String DEFINED = """
            :name, :description, :metadata, :entityTypes, :sortOrder, :updateMode, :decimals, :minScore,
            :maxScore, :tieRule, :zone, :groupings, :windows, :clock, :visibility, :grace, :overrides,
            :archiveAfter""";
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

    private final Sql sql;
    private final GroupingsColumn groupings;
    private final WindowsColumn windows;
    private final GroupOverridesColumn overrides;
    private final SeasonsColumn seasons;

    LeaderboardRepository(
            Sql sql,
            GroupingsColumn groupings,
            WindowsColumn windows,
            GroupOverridesColumn overrides,
            SeasonsColumn seasons) {
        this.sql = sql;
        this.seasons = seasons;
        this.groupings = groupings;
        this.windows = windows;
        this.overrides = overrides;
    }

    private static String defined(String statement) {
        return statement.replace("<definition>", DEFINITION).replace("<defined>", DEFINED);
    }

    /** Stores a new board; empty where its key is taken. */
    Optional<Leaderboard> insert(int app, String key, LeaderboardDefinition definition, Instant now) {
        return bind(sql.of(INSERT), definition)
                .bind("app", app)
                .bind("key", key)
                .bind("now", now)
                .find(Leaderboard.class);
    }

    /** The board as this definition has it; empty where it is that already. */
    Optional<Leaderboard> update(int id, LeaderboardDefinition definition, Instant now) {
        return bind(sql.of(UPDATE), definition).bind("id", id).bind("now", now).find(Leaderboard.class);
    }

    /** The board archived, or no more; empty where it is that already. */
    Optional<Leaderboard> archive(int id, boolean archived, Instant now) {
        return sql.of(ARCHIVE)
                .bind("id", id)
                .bind("archived", archived)
                .bind("now", now)
                .find(Leaderboard.class);
    }

    /** The board with these seasons. */
    Leaderboard setSeasons(int id, List<Season> all, @Nullable Instant through, Instant now) {
        return sql.of(SET_SEASONS)
                .bind("id", id)
                .bind("seasons", seasons.write(all))
                .bind("through", through)
                .bind("now", now)
                .one(Leaderboard.class);
    }

    /** Takes the board away, and notes that its rows in the ledger are to be swept. */
    void delete(int id, Instant now) {
        sql.of(DELETE).bind("id", id).bind("now", now).execute();
    }

    private Statement bind(Statement query, LeaderboardDefinition definition) {
        return query.bind("name", definition.name())
                .bind("description", definition.description())
                .bind("metadata", definition.metadata())
                .bindArray("entityTypes", String.class, definition.entityTypes())
                .bind("sortOrder", definition.sortOrder())
                .bind("updateMode", definition.updateMode())
                .bind("decimals", definition.decimals())
                .bind("minScore", definition.minScore())
                .bind("maxScore", definition.maxScore())
                .bind("tieRule", definition.tieRule())
                .bind("zone", definition.zone())
                .bind("clock", definition.clock())
                .bind("visibility", definition.visibility())
                .bind("grace", definition.grace())
                .bind("archiveAfter", definition.archiveAfter())
                .bind("groupings", groupings.write(definition.groupings()))
                .bind("windows", windows.write(definition.windows()))
                .bind("overrides", overrides.write(definition.groupOverrides()));
    }

    List<Leaderboard> byKeys(int app, Collection<String> keys) {
        return sql.of(BY_KEYS)
                .bind("app", app)
                .bindArray("keys", String.class, keys)
                .list(Leaderboard.class);
    }

    List<Leaderboard> byIds(@Nullable Integer app, Collection<Integer> ids) {
        return sql.of(BY_IDS)
                .bind("app", app)
                .bindArray("ids", Integer.class, ids)
                .list(Leaderboard.class);
    }

    /** What changes of a board without a new version. */
    @Introspected
    record State(
            int id,
            int version,
            @Nullable Instant clockAt,
            @Nullable Instant scoredAt,
            @Nullable Instant receivedAt,
            @Nullable Instant finalizedThrough) {}

    List<State> states(int app, Collection<Integer> ids) {
        return sql.of(STATES)
                .bind("app", app)
                .bindArray("ids", Integer.class, ids)
                .list(State.class);
    }

    /** The boards of each of these lists; a list that has none is absent. */
    Map<LeaderboardList, List<Leaderboard>> listed(int app, List<LeaderboardList> lists) {
        List<LeaderboardFilter> filters =
                lists.stream().map(LeaderboardList::filter).toList();
        // Every text begins with nothing and holds nothing, so what is not asked for is no condition.
        return sql
                .of(LISTED)
                .bind("app", app)
                .bindArray("afters", String.class, column(lists, LeaderboardList::after))
                .bindArray("prefixes", String.class, column(filters, f -> requireNonNullElse(f.keyPrefix(), "")))
                .bindArray("names", String.class, column(filters, f -> requireNonNullElse(f.nameContains(), "")))
                .bindArray("types", String.class, column(filters, LeaderboardFilter::entityType))
                .bindArray("archiveds", String.class, column(filters, f -> f.archived()
                        .name()))
                .bindArray("sizes", Integer.class, column(lists, LeaderboardList::size))
                .list(Listed.class)
                .stream()
                .collect(groupingBy(row -> lists.get((int) row.n - 1), mapping(Listed::board, toList())));
    }

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    @Introspected
    record Listed(long n, Leaderboard board) {}

    List<Leaderboard> onSystemClock(int after, int limit) {
        return sql.of(ON_SYSTEM_CLOCK).bind("after", after).bind("limit", limit).list(Leaderboard.class);
    }

    void received(Map<Integer, Instant> times, Instant now) {
        sql.of(RECEIVED)
                .bindArray("ids", Integer.class, times.keySet())
                .bindArray("ats", Instant.class, times.values())
                .bind("now", now)
                .execute();
    }
}
