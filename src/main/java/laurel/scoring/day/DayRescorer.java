package laurel.scoring.day;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.scoring.day.DayScoreRepository.PolicyDayRange;
import laurel.scoring.day.RescoreRangeRepository.RescoreRange;
import laurel.scoring.day.ScoringContext.ReceivedTimes;
import laurel.scoring.policy.ScoringPolicy;

/** Scores ranges of days again, within the caller's transaction, which holds the lock of the app's scores. */
@Singleton
class DayRescorer {
    private final RescoreRangeRepository rescoreRanges;
    private final DayScoreRepository dayScores;
    private final DayScoreWriter writer;

    DayRescorer(RescoreRangeRepository rescoreRanges, DayScoreRepository dayScores, DayScoreWriter writer) {
        this.rescoreRanges = rescoreRanges;
        this.dayScores = dayScores;
        this.writer = writer;
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
        List<PolicyDayRange> parts = ranges.entrySet().stream()
                .filter(range -> range.getKey().withTallied())
                .map(Map.Entry::getValue)
                .toList();
        return parts.isEmpty() ? List.of() : rescoreRanges.tallied(parts);
    }
}
