package laurel.leaderboard;

import io.micronaut.core.annotation.Introspected;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * Filters a list of leaderboards. All conditions must match.
 *
 * @param keyPrefix      prefix of the key; null for all
 * @param nameContains   part of the name, ignoring case; null for all
 * @param entityType     accepted entity type; null for all
 * @param includePrivate whether the caller may list private leaderboards
 */
@Introspected
public record LeaderboardFilter(
        @Nullable String keyPrefix,
        @Nullable String nameContains,
        @Nullable String entityType,
        ArchivedFilter archived,
        VisibilityFilter visibility,
        boolean includePrivate) {

    /** Whether a leaderboard can match. PostgreSQL rejects some texts, which match nothing. */
    boolean possible() {
        return possible(keyPrefix) && possible(nameContains) && possible(entityType);
    }

    private static boolean possible(@Nullable String text) {
        return text == null || Text.isPart(text, Text.MAX_NAME);
    }

    /** Whether a list includes archived leaderboards. */
    public enum ArchivedFilter {
        /** Only those that are not archived. */
        EXCLUDE,
        /** All. */
        INCLUDE,
        /** Only archived ones. */
        ONLY
    }

    /** Whether a list includes public or private leaderboards, as far as the caller may list them. */
    public enum VisibilityFilter {
        /** Only public ones. */
        PUBLIC,
        /** Only private ones. */
        PRIVATE,
        /** Both. */
        ALL
    }
}
