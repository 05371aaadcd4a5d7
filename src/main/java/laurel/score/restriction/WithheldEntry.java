package laurel.score.restriction;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;

/** An entry of a participant that is not ranked, because a restriction of the participant is in force. */
@Introspected
public record WithheldEntry(
        long rankingId,
        int leaderboardId,
        long windowId,
        Group groupValues,
        long sortKey,
        long subscoreKey,
        Instant achievedAt) {

    /** The score as a decimal. */
    public String score(Leaderboard board) {
        return board.scoreFormat().format(board.sortOrder(groupValues).score(sortKey));
    }

    public long subscore(Leaderboard board) {
        return board.sortOrder(groupValues).score(subscoreKey);
    }
}
