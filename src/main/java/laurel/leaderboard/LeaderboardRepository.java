package laurel.leaderboard;

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
import laurel.group.GroupValue;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

/** Stores and lists leaderboards. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface LeaderboardRepository extends SqlRepository {
    String DEFINITION = """
            name, description, metadata, entity_types, sort_order, update_mode, decimals, min_score, max_score, tie_rule,
            time_zone, time_zone_attribute, groupings, window_definitions, clock, visibility, grace_period, group_overrides,
            archive_after, event_rules, player_submissions, max_step, max_submission_rate""";
    String DEFINED = """
            :board.name, :board.description, :board.metadata, :board.entityTypes, :board.sortOrder, :board.updateMode,
            :board.decimals, :board.minScore, :board.maxScore, :board.tieRule, :board.timeZone,
            :board.timeZoneAttribute, :board.groupings, :board.windowDefinitions, :board.clock, :board.visibility,
            :board.gracePeriod, :board.groupOverrides, :board.archiveAfter, :board.eventRules,
            :board.playerSubmissions, :board.maxStep, :board.maxSubmissionRate""";

    /** Creates a leaderboard; null if the key is taken. */
    @Query("INSERT INTO leaderboard (app_id, key, " + DEFINITION + ", created_at, updated_at) VALUES (:app, :key, "
            + DEFINED + ", :now, :now) ON CONFLICT (app_id, key) DO NOTHING RETURNING *")
    @Nullable
    Leaderboard insert(int app, String key, LeaderboardDefinition board, Instant now);

    /**
     * Changes the definition; null if nothing is different. Compared in SQL because PostgreSQL knows whether two texts are
     * the same JSON. The clock only changes before the first score, when closed windows are deleted with the others.
     */
    @Query("UPDATE leaderboard SET (" + DEFINITION + ") = (" + DEFINED + "), version = version + 1, updated_at = :now,"
            + " finalized_through = CASE WHEN clock = :board.clock THEN finalized_through END"
            + " WHERE id = :id AND (" + DEFINITION + ") IS DISTINCT FROM (" + DEFINED + ") RETURNING *")
    @Nullable
    Leaderboard update(int id, LeaderboardDefinition board, Instant now);

    /** Archives or unarchives a leaderboard; null if nothing is different. */
    @Query("""
            UPDATE leaderboard SET archived_at = CASE WHEN :archived THEN :now END, version = version + 1, updated_at = :now
            WHERE id = :id AND (archived_at IS NOT NULL) <> :archived RETURNING *
            """)
    @Nullable
    Leaderboard archive(int id, boolean archived, Instant now);

    /** Replaces the seasons. */
    @Query("""
            UPDATE leaderboard
            SET seasons = :seasons, finalized_through = greatest(finalized_through, :through::timestamptz),
                version = version + 1, updated_at = :now
            WHERE id = :id RETURNING *
            """)
    Leaderboard setSeasons(int id, List<Season> seasons, @Nullable Instant through, Instant now);

    /** Deletes a leaderboard, and schedules its ledger rows to be swept. */
    @Query("""
            WITH deleted AS (DELETE FROM leaderboard WHERE id = :id RETURNING id, app_id)
            INSERT INTO leaderboard_deletion (id, app_id, deleted_at) SELECT id, app_id, :now FROM deleted
            """)
    void delete(int id, Instant now);

    /** Locks the row until the transaction ends. Waits for transactions that are opening windows. */
    @Query("SELECT id FROM leaderboard WHERE id = :id FOR UPDATE")
    void hold(int id);

    /**
     * Locks these leaderboards until the transaction ends, in order of ID: transactions that need the same leaderboards
     * wait for each other instead of deadlocking.
     */
    @Query("""
            SELECT count(pg_advisory_xact_lock(hashtext('leaderboard'), id))
            FROM (SELECT unnest(:ids) AS id ORDER BY 1) AS ordered
            """)
    void lock(Collection<Integer> ids);

    /**
     * Does the same by key. OFFSET keeps the order of the subquery.
     *
     * @return the IDs of the leaderboards that existed before the lock was granted
     */
    @Query("""
            SELECT id, pg_advisory_xact_lock(hashtext('leaderboard'), id)
            FROM (SELECT id FROM leaderboard WHERE app_id = :app AND key = ANY (:keys) ORDER BY id OFFSET 0) AS ordered
            """)
    List<Integer> lockKeys(int app, Collection<String> keys);

    /**
     * Locks those of these leaderboards that no other transaction has locked, until the transaction ends. From here on, the
     * transaction waits only shortly for other locks, too.
     *
     * @return their IDs
     */
    @Query("""
            SELECT id
            FROM (SELECT id FROM leaderboard WHERE app_id = :app AND key = ANY (:keys) ORDER BY id OFFSET 0) AS ordered
            WHERE set_config('lock_timeout', '250ms', true) <> '' AND pg_try_advisory_xact_lock(hashtext('leaderboard'), id)
            """)
    List<Integer> tryLockKeys(int app, Collection<String> keys);

    /** Returns the IDs of leaderboards, in order, that are not archived and have a grouping with one of these attributes. */
    @Query("""
            SELECT l.id FROM leaderboard AS l
            WHERE l.app_id = :app AND l.archived_at IS NULL AND EXISTS (
                SELECT FROM jsonb_array_elements(l.groupings) AS g (attributes)
                CROSS JOIN LATERAL jsonb_array_elements_text(g.attributes) AS a (attribute)
                WHERE a.attribute = ANY (:attributes))
            ORDER BY l.id
            LIMIT :most
            """)
    List<Integer> groupedBy(int app, Collection<String> attributes, int most);

    /** Returns the IDs of leaderboards, in order, that follow the directory's time zones of an attribute's groups. */
    @Query("SELECT id FROM leaderboard WHERE app_id = :app AND time_zone_attribute = :attribute ORDER BY id")
    List<Integer> following(int app, String attribute);

    /**
     * Whether one of these leaderboards has a ranking of a group with this value in a retained window. Counts, because the planner
     * expects EXISTS to find one soon, and reads all rankings of the leaderboards.
     */
    @Query("""
            SELECT count(*) > 0 FROM ranking AS r
            WHERE r.leaderboard_id = ANY (:ids) AND r.group_values <> '{}'
              AND r.group_values @> jsonb_build_object(:value.attribute::text, :value.value::text)
            """)
    boolean anyRanking(Collection<Integer> ids, GroupValue value);

    /** Returns those of these groups that have rankings in retained windows of a leaderboard. */
    @Query("""
            SELECT g.group_values FROM unnest(:groups) AS g (group_values)
            WHERE (SELECT count(*) > 0 FROM ranking AS r
                   WHERE r.leaderboard_id = :id AND r.group_values <> '{}'
                     AND r.group_values @> g.group_values AND r.group_values = g.group_values)
            """)
    List<Group> ranked(int id, Collection<Group> groups);

    @Query("SELECT * FROM leaderboard WHERE app_id = :app AND key = ANY (:keys)")
    List<Leaderboard> byKeys(int app, Collection<String> keys);

    @Query("SELECT *, " + Versioned.ROW_VERSION
            + " AS row_version FROM leaderboard AS r WHERE app_id = :app AND key = ANY (:keys)")
    List<Versioned<Leaderboard>> versionsByKeys(int app, Collection<String> keys);

    @Query("SELECT *, " + Versioned.ROW_VERSION
            + " AS row_version FROM leaderboard AS r WHERE app_id = :app AND id = ANY (:ids)")
    List<Versioned<Leaderboard>> versionsByIds(int app, Collection<Integer> ids);

    @Query("SELECT * FROM leaderboard WHERE coalesce(app_id = :app, true) AND id = ANY (:ids)")
    List<Leaderboard> byIds(@Nullable Integer app, Collection<Integer> ids);

    /** The fields of a leaderboard that change without a new version. */
    @Introspected
    record LeaderboardState(
            int id,
            int version,
            @Nullable Instant clockAt,
            @Nullable Instant scoredAt,
            @Nullable Instant receivedAt,
            @Nullable Instant finalizedThrough) {}

    String STATES = "SELECT id, version, clock_at, scored_at, received_at, finalized_through FROM leaderboard ";

    @Query(STATES + "WHERE app_id = :app AND key = ANY (:keys)")
    List<LeaderboardState> states(int app, Collection<String> keys);

    @Query(STATES + "WHERE id = ANY (:ids)")
    List<LeaderboardState> states(Collection<Integer> ids);

    /** A filter field that is null is the empty text, which matches everything. */
    @Query("""
            SELECT input.n, b.*
            FROM unnest(:lists.after, :lists.filter.keyPrefix, :lists.filter.nameContains, :lists.filter.entityType,
                        :lists.filter.archived, :lists.filter.visibility, :lists.filter.includePrivate, :lists.limit)
                 WITH ORDINALITY
                 AS input (after, prefix, name, type, archived, visibility, private, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard AS l
                WHERE l.app_id = :app AND l.key > input.after AND (input.private OR l.visibility = 'PUBLIC')
                  AND input.visibility IN ('ALL', l.visibility)
                  AND starts_with(l.key, coalesce(input.prefix, ''))
                  AND position(lower(coalesce(input.name, '')) IN lower(l.name)) > 0
                  AND coalesce(input.type = ANY (l.entity_types), true)
                  AND CASE input.archived WHEN 'EXCLUDE' THEN l.archived_at IS NULL
                                           WHEN 'ONLY' THEN l.archived_at IS NOT NULL
                                           ELSE true END
                ORDER BY l.key
                LIMIT input.size) AS b
            ORDER BY input.n, b.key
            """)
    List<Numbered<Leaderboard>> list(int app, List<ListRequest<LeaderboardFilter, String>> lists);

    /** The boards of each of these lists; a list that has none is absent. */
    default Map<ListRequest<LeaderboardFilter, String>, List<Leaderboard>> listed(
            int app, List<ListRequest<LeaderboardFilter, String>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }

    @Query("SELECT * FROM leaderboard WHERE id = ANY (:ids) AND clock = 'SYSTEM' AND archived_at IS NULL")
    List<Leaderboard> onSystemClock(Collection<Integer> ids);

    /**
     * Updates the times of leaderboards that have received submissions. Locks the rows in order of ID, as opening windows
     * does.
     */
    @Query("""
            WITH held AS (
                SELECT l.id, given.at FROM unnest(:times.key, :times.value) AS given (id, at) JOIN leaderboard AS l USING (id)
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
            """)
    void received(Map<Integer, Instant> times, Instant now);
}
