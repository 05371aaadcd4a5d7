package laurel.score.entry;

import java.util.Collection;
import java.util.List;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import org.jspecify.annotations.Nullable;

/**
 * What counts in one grouping of a window.
 *
 * @param grouping null is each of them, where the same counts in all
 */
public record GroupingCounts(long windowId, @Nullable Grouping grouping) {
    /** In a grouping of a window of this board. */
    public static GroupingCounts of(Leaderboard board, long windowId, Grouping grouping) {
        return new GroupingCounts(windowId, board.hasGroupTimeZones() ? grouping : null);
    }

    /** In every grouping of these windows. */
    public static List<GroupingCounts> all(Leaderboard board, Collection<Long> windowIds) {
        return windowIds.stream()
                .flatMap(window -> board.groupings().stream().map(grouping -> of(board, window, grouping)))
                .distinct()
                .toList();
    }

    /** The attributes of each grouping of a board, as one text. */
    public static List<String> texts(Leaderboard board) {
        return board.groupings().stream().map(GroupingCounts::text).toList();
    }

    /** Those of the grouping, as one text; null where it is each. */
    @Nullable
    String attributes() {
        return grouping == null ? null : text(grouping);
    }

    private static String text(Grouping grouping) {
        return String.join(",", grouping.attributes());
    }
}
