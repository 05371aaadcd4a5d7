package laurel.scoring.day;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

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
import laurel.scoring.day.DayScoreRepository.Stretch;
import laurel.scoring.day.RescoreRangeRepository.DueDays;
import laurel.scoring.policy.ScoringPolicy;
import org.jspecify.annotations.Nullable;

/** Scores days that are due, within the caller's transaction, which holds the lock of the app's activity. */
@Singleton
class DayRescorer {
    private final RescoreRangeRepository due;
    private final DayScoreRepository kept;
    private final DayScoreWriter scores;
    private final Tallies tallies;

    DayRescorer(RescoreRangeRepository due, DayScoreRepository kept, DayScoreWriter scores, Tallies tallies) {
        this.due = due;
        this.kept = kept;
        this.scores = scores;
        this.tallies = tallies;
    }

    /** Scores the next parts of these ranges, given all policies of the app. Returns the number of days. */
    int score(int app, List<ScoringPolicy> all, List<DueDays> next, Instant now) {
        Set<Long> participants = next.stream().map(DueDays::participantId).collect(toSet());
        Map<DueDays, Stretch> stretches = stretches(all, next);
        Set<PolicyDay> days = new HashSet<>(kept.within(stretches.values()));
        days.addAll(counted(stretches));
        scores.score(app, all, List.copyOf(days), tallies.groups(participants), now);
        due.remove(next);
        return days.size();
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
