package laurel.score.restriction;

import laurel.participant.ParticipantRef;
import org.jspecify.annotations.Nullable;

/**
 * What a restriction concerns.
 *
 * @param leaderboardKey null for all leaderboards of the app
 */
public record RestrictionScope(
        RestrictionKind kind,
        ParticipantRef participant,
        @Nullable String leaderboardKey) {}
