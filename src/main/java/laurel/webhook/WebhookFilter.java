package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.util.List;
import laurel.event.EventType;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * What a webhook reports.
 *
 * @param eventTypes           null: all but those of rankings
 * @param leaderboardKeys      null: all
 * @param windowKinds          of the windows whose rankings are reported; null: all
 * @param windowDefinitionKeys of the windows whose rankings are reported; null: all
 * @param groups               whose rankings are reported
 * @param topCount             how many places of a ranking, from the first on, are watched for changes
 */
@Introspected
public record WebhookFilter(
        @Nullable List<EventType> eventTypes,
        @Nullable List<String> leaderboardKeys,
        @Nullable List<WindowKind> windowKinds,
        @Nullable List<String> windowDefinitionKeys,
        WebhookGroups groups,
        int topCount) {
    /** What a webhook reports by default. */
    static final WebhookFilter USUAL = new WebhookFilter(null, null, null, null, WebhookGroups.EVERYONE, 10);

    /** Whose rankings a webhook reports. */
    public enum WebhookGroups {
        /** Those of everyone. */
        EVERYONE,
        /** Those of everyone and of every group. */
        ALL
    }

    /** Whether it reports this. */
    public boolean includes(EventType type) {
        return eventTypes == null ? !type.ofRankings() : eventTypes.contains(type);
    }

    /** Whether it names this type. */
    public boolean names(EventType type) {
        return eventTypes != null && eventTypes.contains(type);
    }

    /** Whether it reports rankings at all. */
    public boolean inRankings() {
        return eventTypes != null && eventTypes.stream().anyMatch(EventType::ofRankings);
    }

    /** Whether it reports the board of this key. */
    public boolean inBoard(String key) {
        return leaderboardKeys == null || leaderboardKeys.contains(key);
    }
}
