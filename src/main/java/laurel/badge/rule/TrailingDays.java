package laurel.badge.rule;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import laurel.activity.ParticipantDay;
import laurel.badge.Badge;
import laurel.scoring.policy.ScoringPolicy;

/**
 * Days of a participant that may complete a badge: each is the last of the consecutive days that the badge counts.
 *
 * @param length number of days that the badge counts
 */
record TrailingDays(int badgeId, int dayRuleId, long participantId, LocalDate from, LocalDate through, int length) {
    /** Latest counted day: in some time zones it is tomorrow already. */
    private static final int AHEAD = 2;

    /** For each badge in order of id, the days with counted days that include this one. */
    static List<TrailingDays> including(ParticipantDay day, Map<Badge, ScoringPolicy> badges, LocalDate today) {
        return badges.entrySet().stream()
                .filter(badge -> badge.getValue().dayRuleId() == day.dayRuleId())
                .map(badge -> including(day, badge.getKey(), today))
                .sorted(Comparator.comparingInt(TrailingDays::badgeId))
                .toList();
    }

    private static TrailingDays including(ParticipantDay day, Badge badge, LocalDate today) {
        int length = badge.rule().countedDays();
        LocalDate last = day.day().plusDays(length - 1L);
        LocalDate end = day.day().isAfter(today) ? day.day() : today;
        LocalDate latest = end.plusDays(AHEAD);
        return new TrailingDays(
                badge.id(),
                day.dayRuleId(),
                day.participantId(),
                day.day(),
                last.isAfter(latest) ? latest : last,
                length);
    }

    /** Number of tallies to read. */
    long cost() {
        return (ChronoUnit.DAYS.between(from, through) + 1) * length;
    }

    /** The days from this one on. */
    TrailingDays from(LocalDate day) {
        return new TrailingDays(badgeId, dayRuleId, participantId, day, through, length);
    }

    /** The first days, up to a cost, but at least one. */
    TrailingDays first(long cost) {
        LocalDate end = from.plusDays(Math.max(1, cost / length) - 1);
        return end.isBefore(through) ? new TrailingDays(badgeId, dayRuleId, participantId, from, end, length) : this;
    }
}
