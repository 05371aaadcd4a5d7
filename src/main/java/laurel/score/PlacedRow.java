package laurel.score;

import io.micronaut.core.annotation.Introspected;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;

/** An entry as it is stored, with the window and the group of its ranking. */
@Introspected
record PlacedRow(EntryRow entry, long windowId, Group groupValues) {
    Placed placed(Leaderboard board) {
        return new Placed(groupValues, entry.entry(board.sortOrder(groupValues)));
    }
}
