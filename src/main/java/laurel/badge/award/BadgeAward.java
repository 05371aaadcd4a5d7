package laurel.badge.award;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * That a participant has earned a badge.
 *
 * @param period         what tells it from its others; empty where there is one alone
 * @param windowId       the window that it was earned by, which may be gone; null where it was none
 * @param day            the participant's day that it was earned by; null where it was none
 * @param reason         somebody's word; null where there is none
 * @param revokedAt      null where it stands
 * @param revokeReason null where it stands
 * @param corrected      whether it was revoked because its window was corrected
 */
@Introspected
public record BadgeAward(
        long id,
        int appId,
        int badgeId,
        long participantId,
        String period,
        @Nullable Long windowId,
        @Nullable LocalDate day,
        @Nullable String reason,
        Instant awardedAt,
        @Nullable Instant revokedAt,
        @Nullable String revokeReason,
        boolean corrected) {

    /**
     * Which awards a list has.
     *
     * @param ownerId        id of the participant or of the badge
     * @param includeRevoked whether revoked awards are listed, too
     */
    public record AwardFilter(long ownerId, boolean includeRevoked) {}
}
