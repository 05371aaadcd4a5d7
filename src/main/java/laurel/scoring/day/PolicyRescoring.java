package laurel.scoring.day;

import io.micronaut.context.annotation.Value;
import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import laurel.job.Job;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.job.Jobs;
import laurel.scoring.day.DueDayRepository.DueDays;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringPolicyRepository;
import laurel.streak.DayRules;
import org.jspecify.annotations.Nullable;

/**
 * Scores the days of a policy again after a change of the policy: a part at once, the others as a job. The days are rows
 * of {@link DueDayRepository}; so a policy has one such job at a time, which further changes extend.
 */
@Singleton
public class PolicyRescoring implements JobWork<PolicyRescoring.Parameters, JobWork.Stored, RescoreDaysResult> {
    private final DueDayRepository due;
    private final ScoringPolicyRepository policies;
    private final DueDayScores scores;
    private final DaySubmissions submissions;
    private final DayRules dayRules;
    private final Jobs jobs;
    private final int days;

    /** @param days of participants that one transaction scores */
    PolicyRescoring(
            DueDayRepository due,
            ScoringPolicyRepository policies,
            DueDayScores scores,
            DaySubmissions submissions,
            DayRules dayRules,
            Jobs jobs,
            @Value("${laurel.activity.batch-size:200}") int days) {
        this.due = due;
        this.policies = policies;
        this.scores = scores;
        this.submissions = submissions;
        this.dayRules = dayRules;
        this.jobs = jobs;
        this.days = days;
    }

    /** Which policy. */
    @Serdeable
    record Parameters(int policyId) {}

    @Override
    public JobKind kind() {
        return JobKind.RESCORE_DAYS;
    }

    @Override
    public Types<Parameters, Stored, RescoreDaysResult> types() {
        return new Types<>(Parameters.class, Stored.class, RescoreDaysResult.class);
    }

    @Override
    public void prepare(Instant now) {
        submissions.prepare(now);
    }

    /**
     * Does the first part within the caller's transaction, which holds the lock of the app's activity, and stores a job
     * for the others; null if there are none. {@link #prepare} comes before. Refuses LIMIT_REACHED.
     *
     * @param policyId of a policy that is not archived
     */
    @Nullable
    public Job begin(int app, int policyId, Instant now) {
        List<DueDays> next = due.nextOfJob(policyId, days);
        if (!next.isEmpty()) {
            scores.score(app, policies.activated(app), next, now);
        }
        return due.nextOfJob(policyId, 1).isEmpty() ? null : jobs.addOrFind(app, kind(), new Parameters(policyId), now);
    }

    @Override
    public Step<Stored, RescoreDaysResult> part(Part<Parameters, Stored, RescoreDaysResult> part, Instant now) {
        int app = part.app();
        int id = part.parameters().policyId;
        dayRules.lock(app);
        List<ScoringPolicy> all = policies.activated(app);
        all.stream()
                .filter(policy -> policy.id() == id && policy.isArchived())
                .findFirst()
                .ifPresent(policy -> {
                    throw ScoringPolicies.archived(policy.key());
                });
        List<DueDays> next = due.nextOfJob(id, days);
        int before = part.result() == null ? 0 : part.result().scoredDayCount();
        if (next.isEmpty()) {
            return Step.last(new RescoreDaysResult(id, before, 0));
        }
        long left = left(id, part.result());
        int scored = before + scores.score(app, all, next, now);
        int rest =
                Math.clamp(left - next.stream().mapToLong(PolicyRescoring::days).sum(), 0, Integer.MAX_VALUE);
        double progress = rest == 0 ? 1 : scored / ((double) scored + rest);
        return new Step<>(new Stored(), new RescoreDaysResult(id, scored, rest), progress);
    }

    /** Counted in the first part, and again if a further change of the policy has added more than was left. */
    private long left(int policyId, @Nullable RescoreDaysResult before) {
        return before == null || before.remainingDayCount() == 0 ? due.daysOfJob(policyId) : before.remainingDayCount();
    }

    private static long days(DueDays range) {
        return ChronoUnit.DAYS.between(range.fromDay(), range.partThrough()) + 1;
    }
}
