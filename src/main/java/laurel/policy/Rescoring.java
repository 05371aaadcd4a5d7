package laurel.policy;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.activity.ParticipantDay;
import laurel.activity.Tallies;
import laurel.policy.DueDayRepository.DueDays;
import laurel.policy.KeptScoreRepository.Stretch;
import laurel.streak.BackgroundWork;
import org.jspecify.annotations.Nullable;

/**
 * Scores the days again that are too many for one transaction: those on which streaks changed, and those since a version of a
 * policy is in force.
 */
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
        if (next.isEmpty()) {
            return false;
        }
        List<ScoringPolicy> all = policies.inForce(app);
        Set<Long> participants = next.stream().map(DueDays::participantId).collect(toSet());
        Map<DueDays, Stretch> stretches = stretches(all, next);
        Set<PolicyDay> days = new HashSet<>(kept.within(stretches.values()));
        days.addAll(counted(stretches));
        scores.score(app, all, List.copyOf(days), tallies.groups(participants), now);
        due.remove(next);
        return true;
    }

    private static Map<DueDays, Stretch> stretches(List<ScoringPolicy> all, List<DueDays> next) {
        Map<Integer, ScoringPolicy> byId = all.stream().collect(toMap(ScoringPolicy::id, Function.identity()));
        return next.stream()
                .collect(toMap(
                        Function.identity(),
                        one -> new Stretch(
                                one.policyId(),
                                requireNonNull(byId.get(one.policyId())).dayRuleId(),
                                one.participantId(),
                                one.fromDay(),
                                one.partThrough())));
    }

    /** The days that are due although no score of them may be kept. */
    private List<PolicyDay> counted(Map<DueDays, Stretch> stretches) {
        List<PolicyDay> since = stretches.entrySet().stream()
                .flatMap(one -> since(one.getValue(), one.getKey().countedFrom()))
                .toList();
        Set<ParticipantDay> counted =
                tallies.of(since.stream().map(PolicyDay::day).collect(toSet())).keySet();
        return since.stream().filter(day -> counted.contains(day.day())).toList();
    }

    private static Stream<PolicyDay> since(Stretch stretch, @Nullable LocalDate from) {
        if (from == null || from.isAfter(stretch.through())) {
            return Stream.empty();
        }
        LocalDate first = from.isAfter(stretch.from()) ? from : stretch.from();
        return first.datesUntil(stretch.through().plusDays(1)).map(stretch::day);
    }
}
