package laurel.scoring.day;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.activity.Backlog;
import laurel.scoring.day.RescoreRangeRepository.RescoreRange;
import laurel.scoring.policy.ScoringPolicyRepository;
import laurel.streak.DayRules;

/**
 * Scores days with changed streaks if they are too many for the transaction of the change. While it does, events are counted. Days
 * whose tallies or streaks change meanwhile are scored again, because the transaction of the change adds them.
 */
@Singleton
class RescoreBacklog implements Backlog {
    private final RescoreRangeRepository ranges;
    private final ScoringPolicyRepository policies;
    private final DayRescorer rescorer;
    private final ScoreDifferenceSubmitter submitter;
    private final int maxDays;

    /** @param maxDays maximum number of participants' days that one transaction scores */
    RescoreBacklog(
            RescoreRangeRepository ranges,
            ScoringPolicyRepository policies,
            DayRescorer rescorer,
            ScoreDifferenceSubmitter submitter,
            @Value("${laurel.activity.batch-size:200}") int maxDays) {
        this.ranges = ranges;
        this.policies = policies;
        this.rescorer = rescorer;
        this.submitter = submitter;
        this.maxDays = maxDays;
    }

    @Override
    public String name() {
        return "day-scores";
    }

    @Override
    public List<Integer> apps() {
        return ranges.apps();
    }

    @Override
    public long size(int limit) {
        return ranges.count(limit);
    }

    @Override
    public void prepare(Instant now) {
        submitter.prepare(now);
    }

    @Override
    public void lock(int app, DayRules rules) {
        rules.lockScores(app);
    }

    @Override
    public int maxPartSize() {
        return maxDays;
    }

    @Override
    public int processPart(int app, int size, Instant now) {
        List<RescoreRange> next = ranges.next(app, size);
        if (!next.isEmpty()) {
            rescorer.score(app, policies.activated(app), next, now);
        }
        return next.stream().mapToInt(RescoreRange::partDays).sum();
    }
}
