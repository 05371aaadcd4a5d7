package laurel.badge.award;

import io.micronaut.core.annotation.Introspected;
import java.time.LocalDate;
import laurel.badge.Badge;
import org.jspecify.annotations.Nullable;

/**
 * A badge that a participant has earned, and that is not awarded yet.
 *
 * @param period   as in {@link BadgeAward}
 * @param windowId as in {@link BadgeAward}
 * @param day      as in {@link BadgeAward}
 * @param reason   as in {@link BadgeAward}
 * @param evidence as in {@link BadgeAward}
 */
public record EarnedBadge(
        int badgeId,
        long participantId,
        String period,
        @Nullable Long windowId,
        @Nullable LocalDate day,
        @Nullable String reason,
        @Nullable BadgeAwardEvidence evidence) {
    public static EarnedBadge by(Badge badge, long participant, long window, BadgeAwardEvidence evidence) {
        return new EarnedBadge(badge.id(), participant, badge.period(window), window, null, null, evidence);
    }

    public static EarnedBadge on(Badge badge, long participant, LocalDate day, BadgeAwardEvidence evidence) {
        return new EarnedBadge(badge.id(), participant, badge.period(day), null, day, null, evidence);
    }

    /** The unique key of an award. */
    @Introspected
    public record Key(int badgeId, long participantId, String period) {}

    public Key key() {
        return new Key(badgeId, participantId, period);
    }
}
