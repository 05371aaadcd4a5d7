package laurel.scoring;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.database.partition.PartitionRetry;
import laurel.database.sql.Sql;
import laurel.job.Job;
import laurel.leaderboard.Leaderboard;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.scoring.day.RescoreDaysJob;
import laurel.scoring.day.RescoreRangeRepository;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicies.PolicyVersion;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringPolicy.StoredVersion;
import laurel.scoring.policy.ScoringPolicyRepository;
import laurel.scoring.policy.TargetLeaderboards;
import org.jspecify.annotations.Nullable;

/**
 * Activates versions of policies, and archives and unarchives policies. Days whose scores may change are scored again: the
 * first part in the transaction of the change, the rest by a job.
 *
 * <p>An archived policy scores nothing. It keeps its target leaderboards, and adds to their sums again after it is
 * unarchived. Until then the leaderboards may be changed as if it did not feed them.
 */
@Singleton
public class PolicyLifecycle {
    /** Limit for the start date of an activation: days before and after today. */
    static final int MAX_DAYS_FROM_TODAY = 31;

    private final Sql sql;
    private final ScoringPolicies policies;
    private final ScoringPolicyRepository repository;
    private final RescoreRangeRepository ranges;
    private final RescoreDaysJob rescoring;
    private final TargetLeaderboards targets;

    PolicyLifecycle(
            Sql sql,
            ScoringPolicies policies,
            ScoringPolicyRepository repository,
            RescoreRangeRepository ranges,
            RescoreDaysJob rescoring,
            TargetLeaderboards targets) {
        this.sql = sql;
        this.policies = policies;
        this.repository = repository;
        this.ranges = ranges;
        this.rescoring = rescoring;
        this.targets = targets;
    }

    /**
     * A policy after a change.
     *
     * @param job job that scores the remaining days; null if none remain
     */
    record ChangedPolicy(
            ScoringPolicy scoringPolicy, @Nullable Job job) {}

    /**
     * Activates a version from a start date on. Refuses, in this order: SCORING_POLICY_NOT_FOUND, VERSION_CONFLICT,
     * SCORING_POLICY_ARCHIVED, SCORING_POLICY_VERSION_NOT_FOUND, LEADERBOARD_NOT_SUITABLE, DATE_OUT_OF_RANGE,
     * LIMIT_REACHED.
     *
     * @param startDate defaults to today in the time zone of the policy's day rule
     */
    public ChangedPolicy activate(
            int app, PolicyVersion expected, int versionNumber, @Nullable LocalDate startDate, Instant now) {
        rescoring.prepare(now);
        return PartitionRetry.inTransaction(sql, () -> {
            ScoringPolicy policy = policies.lockedActive(app, expected);
            StoredVersion version = policy.version(versionNumber)
                    .orElseThrow(() -> new RefusedException(
                            ErrorCode.SCORING_POLICY_VERSION_NOT_FOUND,
                            "The policy `" + policy.key() + "` has no version " + versionNumber + "; its latest is "
                                    + policy.versions().size() + ".",
                            "versionNumber"));
            targets.lock(app, List.of(policy));
            boolean correctsFinal = version.rules().correctsFinal();
            TargetLeaderboards.checkSuitable(policy, correctsFinal, targets(policy, version), now, "versionNumber");
            LocalDate today = now.atZone(policy.dayRule().timeZone()).toLocalDate();
            LocalDate start = startDate == null ? today : startDate;
            checkStartDate(policy, start, today);
            repository.activate(policy.id(), start, versionNumber, now);
            // In other time zones, up to two further days may have activity already.
            ranges.addTallied(policy, start, today.plusDays(2));
            Job job = rescoring.begin(app, policy.id(), now);
            return new ChangedPolicy(policies.byKey(app, policy.key()).orElseThrow(), job);
        });
    }

    /** Archives a policy, unless it is archived. Refuses SCORING_POLICY_NOT_FOUND, VERSION_CONFLICT. */
    public ScoringPolicy archive(int app, PolicyVersion expected, Instant now) {
        return sql.inTransaction(() -> {
            ScoringPolicy policy = policies.locked(app, expected);
            if (!policy.isArchived()) {
                ranges.assignToJob(policy.id());
                repository.archive(policy.id(), now);
            }
            return policies.byKey(app, policy.key()).orElseThrow();
        });
    }

    /**
     * Unarchives a policy. Refuses, in this order: SCORING_POLICY_NOT_FOUND, VERSION_CONFLICT, LIMIT_REACHED,
     * LEADERBOARD_NOT_SUITABLE.
     */
    public ChangedPolicy unarchive(int app, PolicyVersion expected, Instant now) {
        rescoring.prepare(now);
        return PartitionRetry.inTransaction(sql, () -> {
            ScoringPolicy policy = policies.locked(app, expected);
            if (!policy.isArchived()) {
                return new ChangedPolicy(policy, null);
            }
            policies.checkCount(repository.ofApp(app), "scoringPolicyKey");
            List<ScoringPolicy> only = List.of(policy);
            targets.lock(app, only);
            boolean correctsFinal = policy.correctsFinal(now);
            TargetLeaderboards.checkSuitable(
                    policy, correctsFinal, targets.of(only).values(), now, "scoringPolicyKey");
            repository.archive(policy.id(), null);
            Job job = rescoring.begin(app, policy.id(), now);
            return new ChangedPolicy(policies.byKey(app, policy.key()).orElseThrow(), job);
        });
    }

    private List<Leaderboard> targets(ScoringPolicy policy, StoredVersion version) {
        Map<Integer, Leaderboard> leaderboards = targets.of(List.of(policy));
        return version.rules().pillars().stream()
                .map(pillar -> policy.leaderboardId(pillar.name()))
                .filter(Objects::nonNull)
                .map(leaderboards::get)
                .filter(Objects::nonNull)
                .toList();
    }

    private static void checkStartDate(ScoringPolicy policy, LocalDate startDate, LocalDate today) {
        LocalDate last = policy.activations().getLast().startDate();
        if (startDate.isBefore(last)) {
            throw outOfRange(startDate, "must not be before " + last + ", when another version was activated.");
        }
        LocalDate earliest = today.minusDays(MAX_DAYS_FROM_TODAY);
        LocalDate latest = today.plusDays(MAX_DAYS_FROM_TODAY);
        if (startDate.isBefore(earliest) || startDate.isAfter(latest)) {
            throw outOfRange(startDate, "must be " + earliest + " to " + latest + ".");
        }
    }

    private static RefusedException outOfRange(LocalDate startDate, String rule) {
        return new RefusedException(
                ErrorCode.DATE_OUT_OF_RANGE, "`startDate` is " + startDate + "; it " + rule, "startDate");
    }
}
