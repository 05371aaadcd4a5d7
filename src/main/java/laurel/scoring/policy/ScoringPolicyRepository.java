package laurel.scoring.policy;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.SqlRepository;
import org.jspecify.annotations.Nullable;

/** Stores and lists scoring policies and their versions. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface ScoringPolicyRepository extends SqlRepository {
    /** Selects policies, up to the condition on their versions. {@link #OF_APP} follows. */
    String POLICIES = """
            SELECT p.*, r.rule AS day_rule,
                   jsonb_build_object(
                       'versions', (
                           SELECT jsonb_agg(jsonb_build_object('number', v.number, 'rules', v.rules, 'createdAt', v.created_at)
                                            ORDER BY v.number)
                           FROM scoring_version AS v WHERE v.policy_id = p.id""";

    String OF_APP = """
            ),
                       'activations', (
                           SELECT jsonb_agg(jsonb_build_object('startDate', a.start_date, 'versionNumber', a.version_number)
                                            ORDER BY a.start_date)
                           FROM scoring_activation AS a WHERE a.policy_id = p.id),
                       'leaderboardIds', (
                           SELECT coalesce(jsonb_object_agg(l.pillar, l.leaderboard_id), '{}')
                           FROM scoring_leaderboard AS l WHERE l.policy_id = p.id)) AS history
            FROM scoring_policy AS p JOIN streak_day_rule AS r ON r.id = p.day_rule_id
            WHERE p.app_id = :app
            ORDER BY p.key COLLATE "C"
            """;

    /** Returns all policies, ordered by key. */
    @Query(POLICIES + OF_APP)
    List<ScoringPolicy> ofApp(int app);

    /** Returns all policies, each with the activated versions only: scoring does not need the others. */
    @Query(POLICIES + " AND v.number IN (SELECT a.version_number FROM scoring_activation AS a WHERE a.policy_id = p.id)"
            + OF_APP)
    List<ScoringPolicy> activated(int app);

    /**
     * Returns which versions of rows {@link #activated} reads. Versions of policies never change. After a failover, another server
     * may use the same numbers for other rows.
     */
    @Query("""
            SELECT concat(pg_postmaster_start_time(), string_agg(concat_ws(' ', p.xmin, p.ctid, a.rows, l.rows), ',' ORDER BY p.id))
            FROM scoring_policy AS p
            CROSS JOIN LATERAL (
                SELECT string_agg(concat_ws(' ', a.xmin, a.ctid), ' ' ORDER BY a.start_date) AS rows
                FROM scoring_activation AS a WHERE a.policy_id = p.id) AS a
            CROSS JOIN LATERAL (
                SELECT string_agg(concat_ws(' ', l.xmin, l.ctid), ' ' ORDER BY l.pillar) AS rows
                FROM scoring_leaderboard AS l WHERE l.policy_id = p.id) AS l
            WHERE p.app_id = :app
            """)
    String rowVersions(int app);

    /** Stores a new policy and returns its id. */
    @Query("""
            INSERT INTO scoring_policy (app_id, key, day_rule_id, created_at) VALUES (:app, :key, :dayRuleId, :now)
            RETURNING id
            """)
    int insert(int app, String key, int dayRuleId, Instant now);

    @Query("""
            INSERT INTO scoring_version (policy_id, number, rules, created_at)
            SELECT :policy, coalesce(max(v.number), 0) + 1, :rules, :now FROM scoring_version AS v WHERE v.policy_id = :policy
            """)
    void addVersion(int policy, ScoringRules rules, Instant now);

    /** Stores the target leaderboards of a policy, by pillar. Pillars that have one keep it. */
    @Query("""
            INSERT INTO scoring_leaderboard (policy_id, pillar, leaderboard_id)
            SELECT :policy, pillar, leaderboard_id
            FROM unnest(:leaderboardIds.key, :leaderboardIds.value) AS given (pillar, leaderboard_id)
            ON CONFLICT (policy_id, pillar) DO NOTHING
            """)
    void addLeaderboards(int policy, Map<String, Integer> leaderboardIds);

    /** Returns which of these leaderboards a policy other than the given one feeds. Null for any policy. */
    @Query("""
            SELECT leaderboard_id FROM scoring_leaderboard
            WHERE leaderboard_id = ANY (:leaderboardIds) AND policy_id IS DISTINCT FROM :policy::integer
            """)
    List<Integer> fedByOthers(@Nullable Integer policy, Collection<Integer> leaderboardIds);

    /** Archives a policy; null unarchives it. */
    @Query("UPDATE scoring_policy SET archived_at = :archivedAt WHERE id = :id")
    void archive(int id, @Nullable Instant archivedAt);

    @Query("""
            INSERT INTO scoring_activation (policy_id, start_date, version_number, activated_at)
            VALUES (:policy, :startDate, :versionNumber, :now)
            ON CONFLICT (policy_id, start_date)
            DO UPDATE SET version_number = excluded.version_number, activated_at = excluded.activated_at
            """)
    void activate(int policy, LocalDate startDate, int versionNumber, Instant now);
}
