package laurel.scoring.day;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import laurel.scoring.day.DayScoreRepository.Stretch;

/**
 * Days on which streaks changed, by when they are scored again.
 *
 * @param atOnce in the transaction that changes the streaks
 * @param later  in the background
 */
record RescoreSchedule(List<Stretch> atOnce, List<Stretch> later) {
    /**
     * The shortest are scored at once, as long as they do not have more days in all than this.
     *
     * @param counted days that are scored at once in any case
     */
    static RescoreSchedule of(List<Stretch> stretches, Set<PolicyDay> counted, int most) {
        List<Stretch> atOnce = new ArrayList<>();
        List<Stretch> later = new ArrayList<>();
        long left = most;
        for (Stretch stretch : shortestFirst(stretches)) {
            long days = days(stretch) - (counted.contains(stretch.day(stretch.from())) ? 1 : 0);
            (days <= left ? atOnce : later).add(stretch);
            left -= days <= left ? days : 0;
        }
        return new RescoreSchedule(atOnce, later);
    }

    private static List<Stretch> shortestFirst(List<Stretch> stretches) {
        return stretches.stream()
                .sorted(Comparator.comparingLong(RescoreSchedule::days))
                .toList();
    }

    private static long days(Stretch stretch) {
        return ChronoUnit.DAYS.between(stretch.from(), stretch.through()) + 1;
    }
}
