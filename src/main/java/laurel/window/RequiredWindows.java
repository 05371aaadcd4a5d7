package laurel.window;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** Which windows boards need at a moment, and will need next. */
public final class RequiredWindows {
    private RequiredWindows() {}

    /** The windows that these boards are in, and of each definition and zone the next. */
    static Set<WindowKey> of(Collection<Leaderboard> leaderboards, Instant now) {
        return leaderboards.stream().flatMap(board -> of(board, now).stream()).collect(Collectors.toSet());
    }

    static Set<WindowKey> of(Leaderboard leaderboard, Instant now) {
        Set<WindowKey> keys = new HashSet<>();
        for (WindowDefinition definition : leaderboard.windowDefinitions()) {
            for (ZoneId timeZone : leaderboard.timeZones(definition)) {
                keys.addAll(WindowKey.containing(leaderboard, definition, timeZone, now));
                // The next season is opened when it starts.
                @Nullable
                WindowBounds next = definition.kind() == WindowKind.SEASON
                        ? null
                        : WindowSchedule.of(leaderboard, definition, timeZone).next(now);
                if (next != null) {
                    keys.add(new WindowKey(leaderboard, definition, timeZone, next));
                }
            }
        }
        return keys;
    }

    /** The names of the slices that these windows are in. */
    public static Set<String> slices(Collection<Leaderboard> leaderboards, Instant now) {
        return of(leaderboards, now).stream().map(key -> key.slice().name()).collect(Collectors.toSet());
    }
}
