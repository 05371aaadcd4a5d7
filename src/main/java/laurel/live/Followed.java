package laurel.live;

import java.util.List;
import java.util.stream.Collectors;
import laurel.graphql.Input;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.window.WindowSelection;
import laurel.window.WindowSelector;

/**
 * Which ranking is followed: that of a window, or of whatever window is the present one.
 *
 * @param board  the leaderboard's id
 * @param window which; a relative one follows from window to window
 */
record Followed(int board, WindowSelector window, Group group) {
    /** What a {@code RankingSelector} says; else throws a RequestException. */
    static Followed of(RequestContext request, Leaderboard board, Input ranking) {
        Group group = Group.of(ranking.texts("group"));
        if (!group.isEveryone() && board.grouping(group.attributes()).isEmpty()) {
            throw new RequestException(
                    RequestErrorCode.UNKNOWN_GROUPING, "The leaderboard has no grouping by the attributes of `group`.");
        }
        WindowSelector window = WindowSelector.of(request, board, "ranking.window", ranking.optionalObject("window"));
        return new Followed(board.id(), window, group);
    }

    /** How the board is asked for its window. */
    WindowSelection on(Leaderboard leaderboard) {
        return new WindowSelection(leaderboard, window, group);
    }

    /** Tells it from all others, also on other nodes. */
    String name() {
        String values = group.values().entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining("\n"));
        return String.join(":", List.of(Integer.toString(board), window.toString(), values));
    }
}
