package laurel.scoring;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.database.partition.Attempts;
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

/** Activates versions of policies. */
@Singleton
public class PolicyLifecycle {
    /** How many days ago a version may begin to be active, and how many days from now. */
    static final int MOST_DAYS = 31;

    private final Sql sql;
    private final ScoringPolicies policies;
    private final ScoringPolicyRepository repository;
    private final RescoreRangeRepository due;
    private final RescoreDaysJob rescoring;
    private final TargetLeaderboards fed;

    PolicyLifecycle(
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

    /**
     * A policy after a change of it.
     *
     * @param job that scores days again; null if none is left
     */
    record ChangedPolicy(
            ScoringPolicy scoringPolicy, @Nullable Job job) {}

    /**
     * Has a version score from a day on. What was counted since is scored again: the first part in the same transaction,
     * the rest by a job. Refuses, in this order: SCORING_POLICY_NOT_FOUND, VERSION_CONFLICT, SCORING_POLICY_ARCHIVED,
     * SCORING_POLICY_VERSION_NOT_FOUND, LEADERBOARD_NOT_SUITABLE, DATE_OUT_OF_RANGE, LIMIT_REACHED.
     *
     * @param from null is today, in the zone of the policy's days
     */
    public ChangedPolicy activate(int app, PolicyVersion which, int version, @Nullable LocalDate from, Instant now) {
        rescoring.prepare(now);
        return Attempts.inTransaction(sql, () -> {
            ScoringPolicy policy = policies.lockedActive(app, which);
            StoredVersion wanted = policy.version(version)
                    .orElseThrow(() -> new RefusedException(
                            ErrorCode.SCORING_POLICY_VERSION_NOT_FOUND,
                            "The policy `" + policy.key() + "` has no version " + version + "; its latest is "
                                    + policy.versions().size() + ".",
                            "versionNumber"));
            TargetLeaderboards.checkFit(policy, boards(policy, wanted), "versionNumber");
            LocalDate today = now.atZone(policy.dayRule().timeZone()).toLocalDate();
            LocalDate first = from == null ? today : from;
            check(policy, first, today);
            repository.activate(policy.id(), first, version, now);
            // With the days that have begun elsewhere already.
            due.addCounted(policy, first, today.plusDays(2));
            Job job = rescoring.begin(app, policy.id(), now);
            return new ChangedPolicy(policies.byKey(app, policy.key()).orElseThrow(), job);
        });
    }

    private List<Leaderboard> boards(ScoringPolicy policy, StoredVersion version) {
        Map<Integer, Leaderboard> boards = fed.of(List.of(policy));
        return version.rules().pillars().stream()
                .map(pillar -> policy.board(pillar.name()))
                .filter(Objects::nonNull)
                .map(boards::get)
                .filter(Objects::nonNull)
                .toList();
    }

    private static void check(ScoringPolicy policy, LocalDate from, LocalDate today) {
        LocalDate last = policy.activations().getLast().startDate();
        if (from.isBefore(last)) {
            throw refused(from, "must not be before " + last + ", when another version was activated.");
        }
        LocalDate earliest = today.minusDays(MOST_DAYS);
        LocalDate latest = today.plusDays(MOST_DAYS);
        if (from.isBefore(earliest) || from.isAfter(latest)) {
            throw refused(from, "must be " + earliest + " to " + latest + ".");
        }
    }

    private static RefusedException refused(LocalDate from, String rule) {
        return new RefusedException(
                ErrorCode.DATE_OUT_OF_RANGE, "`startDate` is " + from + "; it " + rule, "startDate");
    }
}
