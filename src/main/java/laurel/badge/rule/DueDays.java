package laurel.badge.rule;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.badge.Badge;
import laurel.badge.rule.DueBadgeRepository.DueDay;
import laurel.scoring.policy.ScoringPolicy;

/**
 * The due days that one transaction processes.
 *
 * @param days the days to read
 * @param done the due days that are finished then
 * @param rest where to go on with the due day that is not; empty if all are finished
 */
record DueDays(List<TrailingDays> days, List<DueDay> done, Optional<DueDay> rest) {
    /** The first of these days, up to a cost. */
    static DueDays of(List<DueDay> due, Map<Badge, ScoringPolicy> badges, LocalDate today, long limit) {
        List<TrailingDays> days = new ArrayList<>();
        List<DueDay> done = new ArrayList<>();
        long left = limit;
        for (DueDay day : due) {
            for (TrailingDays next : left(day, badges, today)) {
                TrailingDays part = next.first(left);
                if (left <= 0) {
                    return new DueDays(days, done, Optional.of(day.at(next)));
                }
                days.add(part);
                left -= part.cost();
                if (part.through().isBefore(next.through())) {
                    TrailingDays rest = next.from(part.through().plusDays(1));
                    return new DueDays(days, done, Optional.of(day.at(rest)));
                }
            }
            done.add(day);
        }
        return new DueDays(days, done, Optional.empty());
    }

    private static List<TrailingDays> left(DueDay day, Map<Badge, ScoringPolicy> badges, LocalDate today) {
        return TrailingDays.including(day.participantDay(), badges, today).stream()
                .filter(one -> one.badgeId() >= day.badgeId() && one.badgeId() <= day.lastBadgeId())
                .map(one -> one.badgeId() == day.badgeId() ? one.from(day.nextDay()) : one)
                .toList();
    }
}
