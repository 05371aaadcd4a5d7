package laurel.score.ledger;

import java.util.Collection;
import java.util.List;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import org.jspecify.annotations.Nullable;

/**
 * The submissions that count in one grouping of a window, as one row of {@code scopes} in {@link Derivation}.
 *
 * @param grouping null for every grouping, if the same submissions count in all of them, and combine in the same way
 */
public record DerivationScope(long windowId, @Nullable Grouping grouping) {
    public static DerivationScope of(Leaderboard board, long windowId, Grouping grouping) {
        // A carried score counts in one grouping if groups had update modes of their own when its season started.
        boolean carried = board.seasons().stream().anyMatch(season -> season.carryOver() != null);
        boolean differ = board.hasGroupTimeZones() || board.hasGroupUpdateModes() || carried;
        return new DerivationScope(windowId, differ ? grouping : null);
    }

    /** Covers every grouping of these windows. */
    public static List<DerivationScope> all(Leaderboard board, Collection<Long> windowIds) {
        return windowIds.stream()
                .flatMap(window -> board.groupings().stream().map(grouping -> of(board, window, grouping)))
                .distinct()
                .toList();
    }

    /** The attributes of each grouping of a leaderboard, joined by commas. */
    public static List<String> groupingTexts(Leaderboard board) {
        return board.groupings().stream().map(DerivationScope::text).toList();
    }

    /** The attributes of the grouping, joined by commas; null for every grouping. */
    @Nullable
    String attributes() {
        return grouping == null ? null : text(grouping);
    }

    private static String text(Grouping grouping) {
        return String.join(",", grouping.attributes());
    }
}
