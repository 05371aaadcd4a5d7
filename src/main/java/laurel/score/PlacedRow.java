package laurel.score;

import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import org.jdbi.v3.core.result.RowView;

/** An entry as it is stored, with the window and the group of its ranking. */
record PlacedRow(EntryRow entry, long windowId, Group groupValues) {
    static PlacedRow of(RowView row) {
        return new PlacedRow(
                row.getRow(EntryRow.class),
                row.getColumn("window_id", Long.class),
                row.getColumn("group_values", Group.class));
    }

    Placed placed(Leaderboard board) {
        return new Placed(groupValues, entry.entry(board.sortOrder(groupValues)));
    }
}
