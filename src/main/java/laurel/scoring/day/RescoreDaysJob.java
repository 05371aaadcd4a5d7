package laurel.scoring.day;

import io.micronaut.context.annotation.Value;
import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import laurel.job.Job;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.job.Jobs;
import laurel.request.Refusal;
import laurel.scoring.day.RescoreRangeRepository.RescoreRange;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringPolicyRepository;
import laurel.streak.DayRules;
import org.jspecify.annotations.Nullable;

/**
 * Scores the days of a policy again after a change of the policy: the first part at once, the others by a job. The days are
 * rows of {@link RescoreRangeRepository}, so a policy has one such job at a time, and further changes extend it.
 */
@Singleton
public class RescoreDaysJob
        implements JobWork<RescoreDaysJob.RescoreParameters, JobWork.Stored, RescoreDaysJob.RescoreDaysResult> {
    private final RescoreRangeRepository ranges;
    private final ScoringPolicyRepository policies;
    private final DayRescorer rescorer;
    private final ScoreDifferenceSubmitter submitter;
    private final DayRules dayRules;
    private final Jobs jobs;
    private final int maxDays;

    /** @param maxDays maximum number of participants' days that one transaction scores */
    RescoreDaysJob(
            RescoreRangeRepository ranges,
            ScoringPolicyRepository policies,
            DayRescorer rescorer,
            ScoreDifferenceSubmitter submitter,
            DayRules dayRules,
            Jobs jobs,
            @Value("${laurel.activity.batch-size:200}") int maxDays) {
        this.ranges = ranges;
        this.policies = policies;
        this.rescorer = rescorer;
        this.submitter = submitter;
        this.dayRules = dayRules;
        this.jobs = jobs;
        this.maxDays = maxDays;
    }

    @Serdeable
    record RescoreParameters(int policyId) {}

    @Override
    public JobKind kind() {
        return JobKind.RESCORE_DAYS;
    }

    @Override
    public Types<RescoreParameters, Stored, RescoreDaysResult> types() {
        return new Types<>(RescoreParameters.class, Stored.class, RescoreDaysResult.class);
    }

    @Override
    public void prepare(Instant now) {
        submitter.prepare(now);
    }

    /**
     * Scores the first part within the caller's transaction, which holds the app's activity lock. Returns the job that scores
     * the remaining parts; null if none remain. To be called after {@link #prepare}. Refuses LIMIT_REACHED.
     *
     * @param policyId policy that is not archived
     */
    @Nullable
    public Job begin(int app, int policyId, Instant now) {
        List<RescoreRange> next = ranges.nextOfJob(policyId, maxDays);
        if (!next.isEmpty()) {
            rescorer.score(app, policies.activated(app), next, now);
        }
        return ranges.nextOfJob(policyId, 1).isEmpty()
                ? null
                : jobs.addOrFind(app, kind(), new RescoreParameters(policyId), now);
    }

    @Override
    public Step<Stored, RescoreDaysResult> part(Part<RescoreParameters, Stored, RescoreDaysResult> part, Instant now) {
        int app = part.app();
        int id = part.parameters().policyId;
        dayRules.lock(app);
        List<ScoringPolicy> all = policies.activated(app);
        int previous = part.result() == null ? 0 : part.result().scoredDayCount();
        Optional<ScoringPolicy> archived = all.stream()
                .filter(policy -> policy.id() == id && policy.isArchived())
                .findFirst();
        if (archived.isPresent()) {
            // Under the lock, because the job continues if the policy is unarchived before it has failed.
            Refusal refusal = ScoringPolicies.archived(archived.get().key()).refusal();
            return Step.failed(new RescoreDaysResult(id, previous, 0), refusal);
        }
        List<RescoreRange> next = ranges.nextOfJob(id, maxDays);
        if (next.isEmpty()) {
            return Step.last(new RescoreDaysResult(id, previous, 0));
        }
        long remaining = remaining(id, part.result());
        int scored = previous + rescorer.score(app, all, next, now);
        int rest = Math.clamp(
                remaining - next.stream().mapToLong(RescoreRange::partDays).sum(), 0, Integer.MAX_VALUE);
        double progress = rest == 0 ? 1 : scored / ((double) scored + rest);
        return new Step<>(new Stored(), new RescoreDaysResult(id, scored, rest), progress);
    }

    /** Counts the remaining days in the first part, and again if further changes have added more days than remained. */
    private long remaining(int policyId, @Nullable RescoreDaysResult previous) {
        return previous == null || previous.remainingDayCount() == 0
                ? ranges.daysOfJob(policyId)
                : previous.remainingDayCount();
    }

    /**
     * Progress of a job that scores the days of a policy again.
     *
     * @param scoredDayCount    number of participants' days that were scored
     * @param remainingDayCount upper bound of the number of participants' days that remain; includes days without activity
     */
    @Serdeable
    public record RescoreDaysResult(int policyId, int scoredDayCount, int remainingDayCount) {}
}
