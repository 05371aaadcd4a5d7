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
import laurel.scoring.day.DayScoreRepository.PolicyDayRange;
import laurel.scoring.day.RescoreRangeRepository.RescoreRange;
import laurel.scoring.day.ScoringContext.ReceivedTimes;
import laurel.scoring.policy.ScoringPolicy;
import org.jspecify.annotations.Nullable;

/** Scores ranges of days again, within the caller's transaction, which holds the lock of the app's scores. */
@Singleton
class DayRescorer {
    private final RescoreRangeRepository rescoreRanges;
    private final DayScoreRepository dayScores;
    private final DayScoreWriter writer;
    private final Tallies tallies;

    DayRescorer(
            RescoreRangeRepository rescoreRanges,
            DayScoreRepository dayScores,
            DayScoreWriter writer,
            Tallies tallies) {
        this.rescoreRanges = rescoreRanges;
        this.dayScores = dayScores;
        this.writer = writer;
        this.tallies = tallies;
    }

    /** Scores the next parts of ranges, given all policies of the app. Returns the number of days. */
    int score(int app, List<ScoringPolicy> policies, List<RescoreRange> next, Instant now) {
        Map<RescoreRange, PolicyDayRange> ranges = ranges(policies, next);
        Set<PolicyDay> days = new HashSet<>(dayScores.within(ranges.values()));
        days.addAll(tallied(ranges));
        writer.score(app, policies, List.copyOf(days), ReceivedTimes.all(now));
        rescoreRanges.remove(next);
        return days.size();
    }

    private static Map<RescoreRange, PolicyDayRange> ranges(List<ScoringPolicy> policies, List<RescoreRange> next) {
        Map<Integer, ScoringPolicy> byId = policies.stream().collect(toMap(ScoringPolicy::id, Function.identity()));
        return next.stream()
                .collect(toMap(
                        Function.identity(),
                        range -> new PolicyDayRange(
                                range.policyId(),
                                requireNonNull(byId.get(range.policyId())).dayRuleId(),
                                range.participantId(),
                                range.startDate(),
                                range.partEndDate())));
    }

    /** Returns the days with tallies that may have no stored score. */
    private List<PolicyDay> tallied(Map<RescoreRange, PolicyDayRange> ranges) {
        List<PolicyDay> candidates = ranges.entrySet().stream()
                .flatMap(range -> since(range.getValue(), range.getKey().talliedSince()))
                .toList();
        Set<ParticipantDay> tallied = tallies.of(
                        candidates.stream().map(PolicyDay::day).collect(toSet()))
                .keySet();
        return candidates.stream().filter(day -> tallied.contains(day.day())).toList();
    }

    private static Stream<PolicyDay> since(PolicyDayRange range, @Nullable LocalDate startDate) {
        if (startDate == null || startDate.isAfter(range.endDate())) {
            return Stream.empty();
        }
        LocalDate first = startDate.isAfter(range.startDate()) ? startDate : range.startDate();
        return first.datesUntil(range.endDate().plusDays(1)).map(range::day);
    }
}
