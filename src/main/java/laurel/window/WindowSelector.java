package laurel.window;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.graphql.WindowGraphQL;
import org.jspecify.annotations.Nullable;

/**
 * How a client names a window of a board: what the schema calls WindowSelector. One of these is not null.
 *
 * @param id {@link #NO_ID} for a window of another board
 */
public record WindowSelector(
        @Nullable Long id,
        @Nullable Named name,
        @Nullable Relative relative,
        @Nullable Containing containing) {
    /** The present window of the first definition. */
    public static final WindowSelector CURRENT = relative(null, 0);

    /** The ID of no window. */
    private static final long NO_ID = 0;

    /**
     * A window by its name.
     *
     * @param timeZone whose windows; null is that of the group
     */
    public record Named(String name, @Nullable ZoneId timeZone) {}

    /**
     * A window counted back from the present one.
     *
     * @param definitionKey null is the first definition
     */
    public record Relative(@Nullable String definitionKey, int offset) {}

    /**
     * A window counted back from the one that contains a moment.
     *
     * @param definitionKey null is the first definition
     */
    public record Containing(@Nullable String definitionKey, Instant time, int offset) {}

    /** The present window of the definition of this key; null is the first. */
    public static WindowSelector current(@Nullable String definitionKey) {
        return relative(definitionKey, 0);
    }

    /** The present window of a definition. */
    public static WindowSelector current(WindowDefinition definition) {
        return current(definition.key());
    }

    private static WindowSelector relative(@Nullable String definitionKey, int offset) {
        return new WindowSelector(null, null, new Relative(definitionKey, offset), null);
    }

    /**
     * What an argument says of a window of this board; null is the present one of the first definition.
     *
     * @param argument that says it, for messages
     */
    public static WindowSelector of(
            RequestContext request, Leaderboard board, String argument, @Nullable Input select) {
        if (select == null) {
            return CURRENT;
        }
        if (select.says("id")) {
            long id = request.read(argument + ".id", select.string("id"), WindowGraphQL.TYPE)
                    .filter(node -> node.board() == board.id())
                    .map(NodeId::number)
                    .orElse(NO_ID);
            return new WindowSelector(id, null, null, null);
        }
        Input name = select.optionalObject("name");
        if (name != null) {
            return new WindowSelector(null, new Named(name.string("name"), timeZone(name)), null, null);
        }
        Input containing = select.optionalObject("containing");
        if (containing != null) {
            Instant time = containing.moment("time");
            var at = new Containing(containing.optionalString("definitionKey"), time, offset(containing));
            return new WindowSelector(null, null, null, at);
        }
        Input relative = select.object("relative");
        return relative(relative.optionalString("definitionKey"), offset(relative));
    }

    private static int offset(Input input) {
        Integer offset = input.optionalInteger("offset");
        return offset == null ? 0 : PageSize.inRange("offset", offset, 0, Windows.MAX_BACK);
    }

    private static @Nullable ZoneId timeZone(Input name) {
        String zone = name.optionalString("timeZone");
        try {
            return zone == null ? null : ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT, "`timeZone` must be an IANA name such as Europe/Paris.", e);
        }
    }

    /** The key of the definition that it names; null if it names none. */
    @Nullable
    public String definitionKey() {
        if (relative != null) {
            return relative.definitionKey();
        }
        return containing == null ? null : containing.definitionKey();
    }

    /** Whether it always means the same window. */
    public boolean isFixed() {
        return relative == null;
    }
}
