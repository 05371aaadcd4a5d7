package laurel.scoring.policy;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.sql.SqlRepository;
import laurel.streak.DayRule;
import org.jspecify.annotations.Nullable;

/** Stores and lists scoring policies and their versions. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface ScoringPolicyRepository extends SqlRepository {
    /** Policies, up to the condition of their versions, after which {@link #OF_APP} follows. */
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
                           SELECT jsonb_agg(jsonb_build_object('startDate', f.from_day, 'version', f.number) ORDER BY f.from_day)
                           FROM scoring_in_force AS f WHERE f.policy_id = p.id),
                       'boards', (
                           SELECT coalesce(jsonb_object_agg(b.pillar, b.leaderboard_id), '{}')
                           FROM scoring_board AS b WHERE b.policy_id = p.id)) AS history
            FROM scoring_policy AS p JOIN day_rule AS r ON r.id = p.day_rule_id
            WHERE p.app_id = :app
            ORDER BY p.key COLLATE "C"
            """;

    /** In order of key, archived ones too. */
    @Query(POLICIES + OF_APP)
    List<ScoringPolicy> ofApp(int app);

    /** The same, with only those versions that are or were active: activity has no need of the others. */
    @Query(POLICIES + " AND v.number IN (SELECT f.number FROM scoring_in_force AS f WHERE f.policy_id = p.id)" + OF_APP)
    List<ScoringPolicy> activated(int app);

    /** Stores a new policy, and gives its id. */
    @Query("""
            INSERT INTO scoring_policy (app_id, key, day_rule_id, created_at) VALUES (:app, :key, :dayRule, :now)
            RETURNING id
            """)
    int insert(int app, String key, int dayRule, Instant now);

    @Query("""
            INSERT INTO scoring_version (policy_id, number, rules, created_at)
            SELECT :policy, coalesce(max(v.number), 0) + 1, :rules, :now FROM scoring_version AS v WHERE v.policy_id = :policy
            """)
    void addVersion(int policy, ScoringRules rules, Instant now);

    /** Notes which boards a policy feeds, their ids by pillar; those of pillars that have one stay. */
    @Query("""
            INSERT INTO scoring_board (policy_id, pillar, leaderboard_id)
            SELECT :policy, pillar, board FROM unnest(:boards.key, :boards.value) AS given (pillar, board)
            ON CONFLICT (policy_id, pillar) DO NOTHING
            """)
    void addBoards(int policy, Map<String, Integer> boards);

    /** Which of these boards a policy feeds that is not this one; null is none of them. */
    @Query("""
            SELECT leaderboard_id FROM scoring_board
            WHERE leaderboard_id = ANY (:boards) AND policy_id IS DISTINCT FROM :policy::integer
            """)
    List<Integer> fedByOthers(@Nullable Integer policy, Collection<Integer> boards);

    /** By which days the policy counts that feeds a board; empty if none does that is not archived. */
    @Query("""
            SELECT r.rule FROM scoring_board AS b
            JOIN scoring_policy AS p ON p.id = b.policy_id
            JOIN day_rule AS r ON r.id = p.day_rule_id
            WHERE b.leaderboard_id = :board AND p.archived_at IS NULL
            """)
    Optional<DayRule> feeding(int board);

    /** Archives a policy from a moment on; null makes it active. */
    @Query("UPDATE scoring_policy SET archived_at = :archivedAt WHERE id = :id")
    void archive(int id, @Nullable Instant archivedAt);

    @Query("""
            INSERT INTO scoring_in_force (policy_id, from_day, number, made_at) VALUES (:policy, :from, :version, :now)
            ON CONFLICT (policy_id, from_day) DO UPDATE SET number = excluded.number, made_at = excluded.made_at
            """)
    void activate(int policy, LocalDate from, int version, Instant now);
}
