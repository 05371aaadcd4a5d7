package laurel.score.restriction;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A ban of a participant, that it is hidden, or that it has opted out of rankings.
 *
 * @param leaderboardId null for all leaderboards of the app
 * @param createdBy     name of the identity that created it
 * @param expiresAt     null if it does not expire
 * @param endedAt       null while it is in force
 * @param endedBy       name of the identity that ended it; null while it is in force, and if it has expired
 */
@Introspected
public record ParticipantRestriction(
        long id,
        RestrictionKind kind,
        int appId,
        long participantId,
        @Nullable Integer leaderboardId,
        @Nullable String reason,
        Instant createdAt,
        String createdBy,
        @Nullable Instant expiresAt,
        @Nullable Instant endedAt,
        @Nullable String endedBy) {

    /**
     * Restrictions of an app. A null matches all.
     *
     * @param inForce whether it has not ended
     */
    @Introspected
    public record RestrictionFilter(
            @Nullable Long participantId,
            @Nullable Integer leaderboardId,
            @Nullable RestrictionKind kind,
            @Nullable Boolean inForce) {}
}
