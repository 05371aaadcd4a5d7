package laurel.window.graphql;

import java.time.DateTimeException;
import java.time.ZoneId;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.leaderboard.Leaderboard;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.Window;
import laurel.window.WindowSelector;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/** Reads the schema's WindowSelector. */
public final class WindowSelectorInput {
    private WindowSelectorInput() {}

    /**
     * Reads a selector of a window of this leaderboard. Null selects the current window of the first definition.
     *
     * @param argument the argument that holds the selector, for messages
     */
    public static WindowSelector read(
            RequestContext request, Leaderboard board, String argument, @Nullable Input selector) {
        if (selector == null) {
            return WindowSelector.CURRENT;
        }
        if (selector.hasValue("id")) {
            return WindowSelector.id(request.read(argument + ".id", selector.string("id"), Window.TYPE)
                    .filter(node -> node.board() == board.id())
                    .map(NodeId::number)
                    .orElse(null));
        }
        Input name = selector.optionalObject("name");
        if (name != null) {
            return WindowSelector.named(name.string("name"), timeZone(name));
        }
        Input containing = selector.optionalObject("containing");
        if (containing != null) {
            return WindowSelector.containing(
                    containing.optionalString("definitionKey"), containing.moment("time"), offset(containing));
        }
        Input relative = selector.object("relative");
        return WindowSelector.relative(relative.optionalString("definitionKey"), offset(relative));
    }

    private static int offset(Input input) {
        Integer offset = input.optionalInteger("offset");
        return offset == null ? 0 : PageSize.inRange("offset", offset, 0, Windows.MAX_BACK);
    }

    private static @Nullable ZoneId timeZone(Input name) {
        String timeZone = name.optionalString("timeZone");
        try {
            return timeZone == null ? null : ZoneId.of(timeZone);
        } catch (DateTimeException e) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT, "`timeZone` must be an IANA name such as Europe/Paris.", e);
        }
    }
}
