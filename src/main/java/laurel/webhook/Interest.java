package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.util.List;
import laurel.event.EventType;
import laurel.leaderboard.WindowKind;

/**
 * What a webhook is told of.
 *
 * @param types        empty: all but those of rankings
 * @param leaderboards keys; empty: all
 * @param kinds        of the windows whose rankings are told of; empty: all
 * @param definitions  of the windows whose rankings are told of; empty: all
 * @param everyGroup   whether other rankings than those of everyone are told of
 * @param top          how many of a ranking, from the first on, are watched for changes
 */
@Introspected
public record Interest(
        List<EventType> types,
        List<String> leaderboards,
        List<WindowKind> kinds,
        List<String> definitions,
        boolean everyGroup,
        int top) {
    /** Whether it is told of this. */
    boolean includes(EventType type) {
        return types.isEmpty() ? !type.ofRankings() : types.contains(type);
    }

    /** Whether it is told of rankings at all. */
    boolean inRankings() {
        return types.stream().anyMatch(EventType::ofRankings);
    }

    /** Whether it is told of the board of this key. */
    boolean inBoard(String key) {
        return leaderboards.isEmpty() || leaderboards.contains(key);
    }
}
