package laurel.scoring;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.database.partition.Attempts;
import laurel.database.sql.Sql;
import laurel.job.Job;
import laurel.scoring.PolicyLifecycle.ChangedPolicy;
import laurel.scoring.day.RescoreDaysJob;
import laurel.scoring.day.RescoreRangeRepository;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicies.PolicyVersion;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringPolicyRepository;
import laurel.scoring.policy.TargetLeaderboards;

/**
 * Archives policies, which then score nothing, and makes them active again, with everything that was counted meanwhile.
 * An archived policy keeps its leaderboards: they have its sums, to which it adds once it is active again. But they may
 * be changed as if it did not feed them.
 */
@Singleton
public class PolicyArchive {
    private final Sql sql;
    private final ScoringPolicies policies;
    private final ScoringPolicyRepository repository;
    private final RescoreRangeRepository due;
    private final RescoreDaysJob rescoring;
    private final TargetLeaderboards fed;

    PolicyArchive(
            Sql sql,
            ScoringPolicies policies,
            ScoringPolicyRepository repository,
            RescoreRangeRepository due,
            RescoreDaysJob rescoring,
            TargetLeaderboards fed) {
        this.sql = sql;
        this.policies = policies;
        this.repository = repository;
        this.due = due;
        this.rescoring = rescoring;
        this.fed = fed;
    }

    /** Archives a policy unless it is archived. Refuses SCORING_POLICY_NOT_FOUND, VERSION_CONFLICT. */
    public ScoringPolicy archive(int app, PolicyVersion which, Instant now) {
        return sql.inTransaction(() -> {
            ScoringPolicy policy = policies.locked(app, which);
            if (!policy.isArchived()) {
                due.leaveToJob(policy.id());
                repository.archive(policy.id(), now);
            }
            return policies.byKey(app, policy.key()).orElseThrow();
        });
    }

    /**
     * Makes an archived policy active. Refuses, in this order: SCORING_POLICY_NOT_FOUND, VERSION_CONFLICT, LIMIT_REACHED,
     * LEADERBOARD_NOT_SUITABLE.
     */
    public ChangedPolicy unarchive(int app, PolicyVersion which, Instant now) {
        rescoring.prepare(now);
        return Attempts.inTransaction(sql, () -> {
            ScoringPolicy policy = policies.locked(app, which);
            if (!policy.isArchived()) {
                return new ChangedPolicy(policy, null);
            }
            policies.checkRoom(repository.ofApp(app), "scoringPolicyKey");
            List<ScoringPolicy> fedBy = List.of(policy);
            fed.lock(app, fedBy);
            TargetLeaderboards.checkFit(policy, fed.of(fedBy).values(), "scoringPolicyKey");
            repository.archive(policy.id(), null);
            Job job = rescoring.begin(app, policy.id(), now);
            return new ChangedPolicy(policies.byKey(app, policy.key()).orElseThrow(), job);
        });
    }
}
