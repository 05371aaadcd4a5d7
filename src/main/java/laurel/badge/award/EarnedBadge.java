package laurel.badge.award;

import io.micronaut.core.annotation.Introspected;
import java.time.LocalDate;
import laurel.badge.Badge;
import org.jspecify.annotations.Nullable;

/**
 * That a participant fulfils a badge's rule.
 *
 * @param period   what the award is kept under
 * @param windowId the window that it is earned by; null where it is none
 * @param day      the participant's day that it is earned by; null where it is none
 * @param reason   somebody's word; null where there is none
 */
public record EarnedBadge(
        int badgeId,
        long participantId,
        String period,
        @Nullable Long windowId,
        @Nullable LocalDate day,
        @Nullable String reason) {
    public static EarnedBadge by(Badge badge, long participant, long window) {
        return new EarnedBadge(badge.id(), participant, badge.period(window), window, null, null);
    }

    public static EarnedBadge on(Badge badge, long participant, LocalDate day) {
        return new EarnedBadge(badge.id(), participant, badge.period(day), null, day, null);
    }

    /** What an award is kept under. */
    @Introspected
    public record Key(int badgeId, long participantId, String period) {}

    public Key key() {
        return new Key(badgeId, participantId, period);
    }
}
