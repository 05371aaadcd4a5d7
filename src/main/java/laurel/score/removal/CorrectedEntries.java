package laurel.score.removal;

import java.util.List;
import java.util.function.Predicate;
import laurel.leaderboard.Leaderboard;
import laurel.score.entry.EntryChange;
import laurel.score.submission.StandingChange;

/**
 * The result of removing or restoring the entries of a participant.
 *
 * @param removals one for each window, as stored; if the entry was restored, all that were reversed
 * @param changes  of entries in every grouping of these windows
 */
public record CorrectedEntries(
        Leaderboard board, long participantId, List<EntryRemoval> removals, List<EntryChange> changes) {
    public List<StandingChange> standingChanges(Predicate<EntryChange> filter) {
        return changes.stream()
                .filter(filter)
                .map(change -> StandingChange.of(board.id(), board.decimals(), participantId, change))
                .toList();
    }
}
