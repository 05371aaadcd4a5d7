package laurel.change;

import java.time.Instant;
import java.util.List;
import laurel.rankindex.EntryMove;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one transaction in the rankings of a leaderboard.
 *
 * @param sequence ascends with the changes of a leaderboard in the order of their commits; with gaps
 * @param at time of the change, by the clock of the service
 * @param newScores whether an entry may have a new score; false if entries have lost a name
 * @param moves every entry that was inserted, updated or removed; null if there were too many, so that consumers read
 *     the rankings again
 */
public record Change(
        long sequence,
        int leaderboardId,
        Instant at,
        boolean newScores,
        @Nullable List<EntryMove> moves) {
    /** Whether entries may have new scores that are not among the moves. */
    public boolean hasUnlistedScores() {
        return moves == null && newScores;
    }
}
