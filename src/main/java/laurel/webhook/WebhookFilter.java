package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.util.List;
import laurel.event.EventType;
import laurel.leaderboard.WindowKind;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * What a webhook reports.
 *
 * @param eventTypes           null: all that are not about rankings
 * @param leaderboardKeys      null: all
 * @param windowKinds          of the windows whose rankings are reported; null: all
 * @param windowDefinitionKeys of the windows whose rankings are reported; null: all
 * @param groups               the groups of the reported rankings
 * @param topCount             number of top standings that are reported when they change
 */
@Introspected
public record WebhookFilter(
        @Nullable List<EventType> eventTypes,
        @Nullable List<String> leaderboardKeys,
        @Nullable List<WindowKind> windowKinds,
        @Nullable List<String> windowDefinitionKeys,
        WebhookGroups groups,
        int topCount) {
    private static final int MAX_KEYS = 100;
    private static final int MAX_TOP = 100;
    private static final int MAX_KEY_LENGTH = 64;
    private static final String LEADERBOARDS = "leaderboardKeys";
    private static final String DEFINITIONS = "windowDefinitionKeys";

    /** What a webhook reports by default. */
    static final WebhookFilter DEFAULT = new WebhookFilter(null, null, null, null, WebhookGroups.EVERYONE, 10);

    /** The groups of the rankings that a webhook reports. */
    public enum WebhookGroups {
        /** Only rankings of everyone. */
        EVERYONE,
        /** Rankings of everyone and of every group. */
        ALL
    }

    /** Whether events of this type are reported. */
    public boolean includes(EventType type) {
        return eventTypes == null ? !type.isAboutRankings() : eventTypes.contains(type);
    }

    /** Whether this type is named explicitly. */
    public boolean names(EventType type) {
        return eventTypes != null && eventTypes.contains(type);
    }

    /** Whether combined changes of rankings are reported at all. */
    public boolean includesRankings() {
        return eventTypes != null && eventTypes.stream().anyMatch(EventType::isCombined);
    }

    /** Whether rankings of this group in windows of this kind and definition are reported. */
    public boolean includesRanking(boolean everyone, @Nullable WindowKind windowKind, @Nullable String definitionKey) {
        return (everyone || groups == WebhookGroups.ALL)
                && (windowKinds == null || windowKinds.contains(windowKind))
                && (windowDefinitionKeys == null || windowDefinitionKeys.contains(definitionKey));
    }

    /** Whether the leaderboard with this key is reported. */
    public boolean includesLeaderboard(String key) {
        return leaderboardKeys == null || leaderboardKeys.contains(key);
    }

    /** Refuses keys that no leaderboard and no window definition can have, with INVALID_KEY. */
    public static void checkKeys(List<String> leaderboardKeys, List<String> windowDefinitionKeys) {
        for (int n = 0; n < leaderboardKeys.size(); n++) {
            Text.key(leaderboardKeys.get(n), LEADERBOARDS, Integer.toString(n));
        }
        for (int n = 0; n < windowDefinitionKeys.size(); n++) {
            Text.line(
                    windowDefinitionKeys.get(n),
                    MAX_KEY_LENGTH,
                    ErrorCode.INVALID_KEY,
                    DEFINITIONS,
                    Integer.toString(n));
        }
    }

    /** Refuses, in this order: LIST_TOO_LONG, NUMBER_OUT_OF_RANGE. */
    WebhookFilter checked() {
        checkSize(leaderboardKeys, LEADERBOARDS);
        checkSize(windowDefinitionKeys, DEFINITIONS);
        Limits.number(topCount, 1, MAX_TOP, "topCount");
        return this;
    }

    private static void checkSize(@Nullable List<String> keys, String path) {
        if (keys != null) {
            Limits.size(keys, 0, MAX_KEYS, path);
        }
    }
}
