package laurel.score.removal;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A removal of a participant's entry in a window.
 *
 * @param number     position in the order of submissions: those with lower numbers do not count
 * @param restoredAt since then they count again; null while the removal holds
 */
@Introspected
public record EntryRemoval(
        long number,
        int leaderboardId,
        long windowId,
        long participantId,
        Instant removedAt,
        @Nullable String reason,
        @Nullable Instant restoredAt) {

    /**
     * The removals of a leaderboard.
     *
     * @param participantId null for those of all participants
     */
    public record RemovalFilter(int leaderboardId, @Nullable Long participantId) {}
}
