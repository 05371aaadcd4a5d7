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
 * What one transaction looks at.
 *
 * @param lastDays what to look at
 * @param done     the days of which nothing is left then
 * @param rest     where to go on with the one of which something is left; empty if with none
 */
record DueDays(List<TrailingDays> lastDays, List<DueDay> done, Optional<DueDay> rest) {
    /** The first of these days, as many as take this to read. */
    static DueDays of(List<DueDay> due, Map<Badge, ScoringPolicy> badges, LocalDate today, long most) {
        List<TrailingDays> lastDays = new ArrayList<>();
        List<DueDay> done = new ArrayList<>();
        long left = most;
        for (DueDay day : due) {
            for (TrailingDays next : left(day, badges, today)) {
                TrailingDays part = next.first(left);
                if (left <= 0) {
                    return new DueDays(lastDays, done, Optional.of(day.at(next)));
                }
                lastDays.add(part);
                left -= part.cost();
                if (part.through().isBefore(next.through())) {
                    TrailingDays rest = next.from(part.through().plusDays(1));
                    return new DueDays(lastDays, done, Optional.of(day.at(rest)));
                }
            }
            done.add(day);
        }
        return new DueDays(lastDays, done, Optional.empty());
    }

    private static List<TrailingDays> left(DueDay day, Map<Badge, ScoringPolicy> badges, LocalDate today) {
        return TrailingDays.including(day.participantDay(), badges, today).stream()
                .filter(one -> one.badgeId() >= day.badgeId() && one.badgeId() <= day.lastBadgeId())
                .map(one -> one.badgeId() == day.badgeId() ? one.from(day.nextDay()) : one)
                .toList();
    }
}
