package laurel.scoring.day;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.scoring.day.DueDayRepository.DueDays;
import laurel.scoring.policy.ScoringPolicyRepository;
import laurel.streak.BackgroundWork;

/** Scores the days on which streaks changed again if they are too many for one transaction. */
@Singleton
class Rescoring implements BackgroundWork {
    private final DueDayRepository due;
    private final ScoringPolicyRepository policies;
    private final DueDayScores scores;
    private final DaySubmissions submissions;
    private final int days;

    /** @param days of participants that one transaction scores */
    Rescoring(
            DueDayRepository due,
            ScoringPolicyRepository policies,
            DueDayScores scores,
            DaySubmissions submissions,
            @Value("${laurel.activity.batch-size:200}") int days) {
        this.due = due;
        this.policies = policies;
        this.scores = scores;
        this.submissions = submissions;
        this.days = days;
    }

    @Override
    public String name() {
        return "day-scores";
    }

    @Override
    public List<Integer> apps() {
        return due.apps();
    }

    @Override
    public long left(int most) {
        return due.count(most);
    }

    @Override
    public void prepare(Instant now) {
        submissions.prepare(now);
    }

    @Override
    public boolean part(int app, Instant now) {
        List<DueDays> next = due.next(app, days);
        if (!next.isEmpty()) {
            scores.score(app, policies.activated(app), next, now);
        }
        return !next.isEmpty();
    }
}
