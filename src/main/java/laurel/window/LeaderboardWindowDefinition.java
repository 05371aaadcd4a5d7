package laurel.window;

import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.request.SchemaTyped;
import org.jspecify.annotations.Nullable;

/** A window definition of a leaderboard: the schema's WindowDefinition. */
public record LeaderboardWindowDefinition(Leaderboard board, WindowDefinition definition) implements SchemaTyped {
    /** Its type in the schema. */
    public static final String TYPE = "WindowDefinition";

    /** Returns the definition with this key; null if the leaderboard does not have it. */
    public static @Nullable LeaderboardWindowDefinition of(Leaderboard board, String key) {
        return board.windowDefinition(key)
                .map(definition -> new LeaderboardWindowDefinition(board, definition))
                .orElse(null);
    }

    @Override
    public String typeName() {
        return TYPE;
    }
}
