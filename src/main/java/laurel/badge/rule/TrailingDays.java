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
 * Days of a participant, each the last of as many as a badge counts.
 *
 * @param length how many days the badge counts
 */
record TrailingDays(int badgeId, int dayRuleId, long participantId, LocalDate from, LocalDate through, int length) {
    /** Nothing is counted later: today is tomorrow already in some zones. */
    private static final int AHEAD = 2;

    /** Those whose days include this one, for each of these badges in order of id. */
    static List<TrailingDays> including(ParticipantDay day, Map<Badge, ScoringPolicy> badges, LocalDate today) {
        return badges.entrySet().stream()
                .filter(badge -> badge.getValue().dayRuleId() == day.dayRuleId())
                .map(badge -> including(day, badge.getKey(), today))
                .sorted(Comparator.comparingInt(TrailingDays::badgeId))
                .toList();
    }

    private static TrailingDays including(ParticipantDay day, Badge badge, LocalDate today) {
        int length = badge.rule().daysCounted();
        LocalDate last = day.day().plusDays(length - 1L);
        LocalDate end = day.day().isAfter(today) ? day.day() : today;
        LocalDate most = end.plusDays(AHEAD);
        return new TrailingDays(
                badge.id(), day.dayRuleId(), day.participantId(), day.day(), last.isAfter(most) ? most : last, length);
    }

    /** How many days of tallies they take to read. */
    long cost() {
        return (ChronoUnit.DAYS.between(from, through) + 1) * length;
    }

    /** Those from this day on. */
    TrailingDays from(LocalDate day) {
        return new TrailingDays(badgeId, dayRuleId, participantId, day, through, length);
    }

    /** The first of them, as many as take this to read, but one at least. */
    TrailingDays first(long cost) {
        LocalDate end = from.plusDays(Math.max(1, cost / length) - 1);
        return end.isBefore(through) ? new TrailingDays(badgeId, dayRuleId, participantId, from, end, length) : this;
    }
}
