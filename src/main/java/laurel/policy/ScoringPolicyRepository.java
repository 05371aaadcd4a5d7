package laurel.policy;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.Sql;
import laurel.streak.DayRule;
import org.jspecify.annotations.Nullable;

@Singleton
class ScoringPolicyRepository {
    private static final String ALL = """
            SELECT p.*, r.rule AS day_rule,
                   jsonb_build_object(
                       'versions', (
                           SELECT jsonb_agg(jsonb_build_object('number', v.number, 'rules', v.rules, 'createdAt', v.created_at)
                                            ORDER BY v.number)
                           FROM scoring_version AS v WHERE v.policy_id = p.id <which>),
                       'inForce', (
                           SELECT jsonb_agg(jsonb_build_object('from', f.from_day, 'version', f.number) ORDER BY f.from_day)
                           FROM scoring_in_force AS f WHERE f.policy_id = p.id),
                       'boards', (
                           SELECT coalesce(jsonb_object_agg(b.pillar, b.leaderboard_id), '{}')
                           FROM scoring_board AS b WHERE b.policy_id = p.id)) AS history
            FROM scoring_policy AS p JOIN day_rule AS r ON r.id = p.day_rule_id
            WHERE p.app_id = :app
            ORDER BY p.key
            """;
    private static final String OF_APP = ALL.replace("<which>", "");

    /** Of versions that were never in force activity has no need. */
    private static final String IN_FORCE = ALL.replace(
            "<which>", "AND v.number IN (SELECT f.number FROM scoring_in_force AS f WHERE f.policy_id = p.id)");

    private static final String INSERT = """
            INSERT INTO scoring_policy (app_id, key, day_rule_id, created_at) VALUES (:app, :key, :rule, :now)
            RETURNING id
            """;
    private static final String ADD_VERSION = """
            INSERT INTO scoring_version (policy_id, number, rules, created_at)
            SELECT :policy, coalesce(max(v.number), 0) + 1, :rules, :now FROM scoring_version AS v WHERE v.policy_id = :policy
            """;
    private static final String ADD_BOARDS = """
            INSERT INTO scoring_board (policy_id, pillar, leaderboard_id)
            SELECT :policy, pillar, board FROM unnest(:pillars, :boards) AS told (pillar, board)
            ON CONFLICT (policy_id, pillar) DO NOTHING
            """;
    private static final String FED_BY_OTHERS = """
            SELECT leaderboard_id FROM scoring_board
            WHERE leaderboard_id = ANY (:boards) AND policy_id IS DISTINCT FROM :policy::integer
            """;
    private static final String FEEDING = """
            SELECT r.rule FROM scoring_board AS b
            JOIN scoring_policy AS p ON p.id = b.policy_id
            JOIN day_rule AS r ON r.id = p.day_rule_id
            WHERE b.leaderboard_id = :board
            """;
    private static final String PUT_IN_FORCE = """
            INSERT INTO scoring_in_force (policy_id, from_day, number, made_at) VALUES (:policy, :from, :version, :now)
            ON CONFLICT (policy_id, from_day) DO UPDATE SET number = excluded.number, made_at = excluded.made_at
            """;

    private final Sql sql;

    ScoringPolicyRepository(Sql sql) {
        this.sql = sql;
    }

    /** In order of key. */
    List<ScoringPolicy> ofApp(int app) {
        return sql.of(OF_APP).bind("app", app).list(ScoringPolicy.class);
    }

    /** The same, with only those versions that are or were in force. */
    List<ScoringPolicy> inForce(int app) {
        return sql.of(IN_FORCE).bind("app", app).list(ScoringPolicy.class);
    }

    int insert(int app, String key, int dayRule, Instant now) {
        return sql.of(INSERT)
                .bind("app", app)
                .bind("key", key)
                .bind("rule", dayRule)
                .bind("now", now)
                .one(Integer.class);
    }

    void addVersion(int policy, ScoringRules rules, Instant now) {
        sql.of(ADD_VERSION)
                .bind("policy", policy)
                .bind("rules", rules)
                .bind("now", now)
                .execute();
    }

    /** @param boards ids by pillar */
    void addBoards(int policy, Map<String, Integer> boards) {
        sql.of(ADD_BOARDS)
                .bind("policy", policy)
                .bindArray("pillars", String.class, boards.keySet())
                .bindArray("boards", Integer.class, boards.values())
                .execute();
    }

    /** Which of these boards a policy feeds that is not this one; null is none of them. */
    List<Integer> fedByOthers(@Nullable Integer policy, Collection<Integer> boards) {
        return sql.of(FED_BY_OTHERS)
                .bind("policy", policy)
                .bindArray("boards", Integer.class, boards)
                .list(Integer.class);
    }

    /** By which days the policy counts that feeds a board; empty where none does. */
    Optional<DayRule> feeding(int board) {
        return sql.of(FEEDING).bind("board", board).find(DayRule.class);
    }

    void putInForce(int policy, LocalDate from, int version, Instant now) {
        sql.of(PUT_IN_FORCE)
                .bind("policy", policy)
                .bind("from", from)
                .bind("version", version)
                .bind("now", now)
                .execute();
    }
}
