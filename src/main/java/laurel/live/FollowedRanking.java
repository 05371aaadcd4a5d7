package laurel.live;

import java.util.List;
import java.util.stream.Collectors;
import laurel.graphql.Input;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.graphql.GroupArgument;
import laurel.window.WindowDefinitionRef;
import laurel.window.WindowSelection;
import laurel.window.WindowSelector;
import laurel.window.Windows;
import laurel.window.graphql.WindowSelectorInput;

/**
 * Which ranking is followed: that of a window, or of whatever window is the present one.
 *
 * @param board  the leaderboard's id
 * @param window which; a relative one follows from window to window
 */
public record FollowedRanking(int board, WindowSelector window, Group group) {
    /** What a {@code RankingSelector} says; else throws a RequestException. */
    public static FollowedRanking of(RequestContext request, Windows windows, Leaderboard board, Input ranking) {
        Group group = GroupArgument.ranked(ranking, board);
        WindowSelector window =
                WindowSelectorInput.read(request, board, "ranking.window", ranking.optionalObject("window"));
        WindowDefinitionRef.check(windows, board, window);
        return new FollowedRanking(board.id(), window, group);
    }

    /** How the board is asked for its window. */
    WindowSelection on(Leaderboard leaderboard) {
        return new WindowSelection(leaderboard, window, group);
    }

    /** Tells it from all others, also on other nodes. */
    public String name() {
        String values = group.values().entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining("\n"));
        return String.join(":", List.of(Integer.toString(board), window.toString(), values));
    }
}
