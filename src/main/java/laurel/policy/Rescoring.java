package laurel.policy;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.activity.Tallies;
import laurel.policy.DueDayRepository.DueDays;
import laurel.policy.KeptScoreRepository.Stretch;
import laurel.streak.BackgroundWork;
import org.jdbi.v3.core.Handle;

/** Scores the days again that were left to the background because streaks of many days changed. */
@Singleton
class Rescoring implements BackgroundWork {
    private final DueDayRepository due;
    private final KeptScoreRepository kept;
    private final ScoringPolicyRepository policies;
    private final DayScores scores;
    private final DaySubmissions submissions;
    private final Tallies tallies;
    private final int days;

    /** @param days of participants that one transaction scores */
    Rescoring(
            DueDayRepository due,
            KeptScoreRepository kept,
            ScoringPolicyRepository policies,
            DayScores scores,
            DaySubmissions submissions,
            Tallies tallies,
            @Value("${laurel.activity.part:200}") int days) {
        this.due = due;
        this.kept = kept;
        this.policies = policies;
        this.scores = scores;
        this.submissions = submissions;
        this.tallies = tallies;
        this.days = days;
    }

    @Override
    public String name() {
        return "day-scores";
    }

    @Override
    public List<Integer> apps(Handle handle) {
        return due.apps(handle);
    }

    @Override
    public long left(Handle handle, int most) {
        return due.count(handle, most);
    }

    @Override
    public void prepare(Instant now) {
        submissions.prepare(now);
    }

    @Override
    public boolean part(Handle transaction, int app, Instant now) {
        List<DueDays> next = due.next(transaction, app, days);
        if (next.isEmpty()) {
            return false;
        }
        List<ScoringPolicy> all = policies.inForce(transaction, app);
        Set<Long> participants = next.stream().map(DueDays::participantId).collect(toSet());
        Set<PolicyDay> changed = kept.within(transaction, stretches(all, next));
        scores.score(transaction, app, all, List.copyOf(changed), tallies.groups(transaction, participants), now);
        due.remove(transaction, next);
        return true;
    }

    private static List<Stretch> stretches(List<ScoringPolicy> all, List<DueDays> next) {
        Map<Integer, ScoringPolicy> byId = all.stream().collect(toMap(ScoringPolicy::id, Function.identity()));
        return next.stream()
                .map(one -> new Stretch(
                        one.policyId(),
                        requireNonNull(byId.get(one.policyId())).dayRuleId(),
                        one.participantId(),
                        one.fromDay(),
                        one.partThrough()))
                .toList();
    }
}
