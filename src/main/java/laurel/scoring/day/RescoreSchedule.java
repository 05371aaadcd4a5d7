package laurel.scoring.day;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import laurel.scoring.day.DayScoreRepository.PolicyDayRange;

/**
 * Ranges of days with changed streaks, by the time at which they are scored.
 *
 * @param immediate scored in the transaction that changes the streaks
 * @param deferred  scored by {@link RescoreBacklog}
 */
record RescoreSchedule(List<PolicyDayRange> immediate, List<PolicyDayRange> deferred) {
    /**
     * Schedules the shortest ranges immediately, up to a total number of days.
     *
     * @param tallied days that are scored immediately in any case
     * @param maxDays maximum number of days in the immediate ranges, without those days
     */
    static RescoreSchedule of(List<PolicyDayRange> ranges, Set<PolicyDay> tallied, int maxDays) {
        List<PolicyDayRange> immediate = new ArrayList<>();
        List<PolicyDayRange> deferred = new ArrayList<>();
        long remaining = maxDays;
        for (PolicyDayRange range : shortestFirst(ranges)) {
            long days = days(range) - (tallied.contains(range.day(range.startDate())) ? 1 : 0);
            (days <= remaining ? immediate : deferred).add(range);
            remaining -= days <= remaining ? days : 0;
        }
        return new RescoreSchedule(immediate, deferred);
    }

    private static List<PolicyDayRange> shortestFirst(List<PolicyDayRange> ranges) {
        return ranges.stream()
                .sorted(Comparator.comparingLong(RescoreSchedule::days))
                .toList();
    }

    private static long days(PolicyDayRange range) {
        return ChronoUnit.DAYS.between(range.startDate(), range.endDate()) + 1;
    }
}
