package laurel.window;

import io.micronaut.core.annotation.Introspected;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * A window definition referenced by its key: one that the leaderboard has, or a removed one of which it
 * still has windows. Any other key throws UNKNOWN_WINDOW_DEFINITION.
 *
 * @param followsTimeZone whether its windows follow the time zone of groups
 */
public record WindowDefinitionRef(String key, boolean followsTimeZone) {
    /** A definition that a leaderboard may have had. */
    @Introspected
    public record DefinitionKey(int leaderboardId, String key) {}

    public static WindowDefinitionRef of(WindowDefinition definition) {
        return new WindowDefinitionRef(definition.key(), definition.followsTimeZone());
    }

    /** Checks the key of the definition in a selector, if it has one. */
    public static void check(Windows windows, Leaderboard board, WindowSelector selector) {
        String key = selector.definitionKey();
        if (key != null && board.windowDefinition(key).isEmpty()) {
            var removed = new DefinitionKey(board.id(), key);
            var unused = known(board, key, windows.definitions(Set.of(removed)).get(removed));
        }
    }

    public static WindowDefinitionRef known(Leaderboard board, String key, @Nullable WindowDefinitionRef removed) {
        if (removed == null) {
            throw new RequestException(
                    RequestErrorCode.UNKNOWN_WINDOW_DEFINITION,
                    "No window definition has the key `" + (Text.isKey(key) ? key : "...") + "`; this leaderboard has "
                            + board.windowDefinitions().stream()
                                    .map(definition -> "`" + definition.key() + "`")
                                    .collect(Collectors.joining(", "))
                            + ".");
        }
        return removed;
    }

    /** Returns these definitions by key. */
    public static Map<DefinitionKey, WindowDefinitionRef> of(Map<DefinitionKey, Boolean> followsTimeZone) {
        return followsTimeZone.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        found -> new WindowDefinitionRef(found.getKey().key(), found.getValue())));
    }
}
