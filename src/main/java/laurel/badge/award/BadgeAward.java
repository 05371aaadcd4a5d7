package laurel.badge.award;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A badge that a participant has earned.
 *
 * @param period              identifies it among the participant's awards of the badge; empty if the badge is earned once
 * @param windowId            the window that it was earned by, which may have been deleted; null if by none
 * @param day                 the participant's day that it was earned on; null if it was earned by a window or manually
 * @param reason              given by an operator; null if awarded automatically
 * @param revokedAt           null unless revoked
 * @param revokeReason        null unless revoked
 * @param revokedByCorrection whether it was revoked because its window was corrected
 * @param evidence            what it was won with; null if awarded manually, or before evidence was stored
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
        boolean revokedByCorrection,
        @Nullable BadgeAwardEvidence evidence) {

    /**
     * Which awards a list has.
     *
     * @param ownerId        id of the participant or of the badge
     * @param includeRevoked whether revoked awards are listed, too
     */
    public record AwardFilter(long ownerId, boolean includeRevoked) {}
}
