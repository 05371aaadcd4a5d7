package laurel.live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import laurel.graphql.Input;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowKind;
import laurel.window.WindowInput;
import org.jspecify.annotations.Nullable;

/**
 * Which ranking is followed: that of a window, or of whatever window is the present one.
 *
 * @param board      the leaderboard's id
 * @param window     the window's name; null follows from window to window
 * @param kind       of the windows, as their definition's name; null where it does not say
 */
record Followed(
        int board,
        @Nullable String window,
        @Nullable WindowKind kind,
        @Nullable String definition,
        Group group) {
    /** What the arguments say; else throws a RequestException. */
    static Followed of(Leaderboard board, Input input) {
        Group group = Group.of(input.texts("group"));
        if (!group.isEveryone() && board.grouping(group.attributes()).isEmpty()) {
            throw new RequestException(
                    RequestErrorCode.UNKNOWN_GROUPING, "The leaderboard has no grouping by the attributes of `group`.");
        }
        return new Followed(
                board.id(),
                input.optionalString("window"),
                input.optionalConstant(WindowKind.class, "kind"),
                input.optionalString("definition"),
                group);
    }

    /** How the board is asked for its window. */
    WindowInput on(Leaderboard leaderboard) {
        Map<String, Object> values = new HashMap<>();
        values.put("back", 0);
        values.put("group", group.values());
        if (kind != null) {
            values.put("kind", kind.name());
        }
        if (definition != null) {
            values.put("definition", definition);
        }
        return new WindowInput(leaderboard, new Input(values));
    }

    /** Tells it from all others, also on other nodes. */
    String name() {
        String values = group.values().entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining("\n"));
        return String.join(":", List.of(Integer.toString(board), said(window), said(kind), said(definition), values));
    }

    private static String said(@Nullable Object part) {
        return Objects.toString(part, "");
    }
}
