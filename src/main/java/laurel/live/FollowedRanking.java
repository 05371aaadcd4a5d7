package laurel.live;

import java.util.List;
import java.util.stream.Collectors;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.WindowSelection;
import laurel.window.WindowSelector;

/**
 * A ranking that is followed: of a fixed window, or of the current one.
 *
 * @param window a relative selector follows from window to window
 */
public record FollowedRanking(int leaderboardId, WindowSelector window, Group group) {
    /** The error of a subscription to a leaderboard that does not exist, or does not for its caller. */
    public static RequestException unknown(String leaderboardKey) {
        return new RequestException(
                RequestErrorCode.LEADERBOARD_NOT_FOUND,
                Leaderboards.unknown(leaderboardKey).refusal().message());
    }

    /** Selects the window. */
    WindowSelection on(Leaderboard leaderboard) {
        return new WindowSelection(leaderboard, window, group);
    }

    /** Identifies it, on every node; part of cursors. */
    public String name() {
        String values = group.values().entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining("\n"));
        return String.join(":", List.of(Integer.toString(leaderboardId), window.toString(), values));
    }
}
