package laurel.leaderboard;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import laurel.database.Json;
import laurel.refusal.RefusalCode;
import laurel.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * A leaderboard.
 *
 * @param key      its name in URLs and queries, unique in its app
 * @param minScore lowest fixed-point score that may stand; null is no bound
 * @param maxScore highest fixed-point score that may stand; null is no bound
 * @param zone     the zone of its calendar windows
 * @param groupings one or more
 * @param clockAt  on {@link BoardClock#SUBMISSIONS}, the latest moment received; null before the first
 * @param scoredAt when it took its first submission; null before
 * @param version  grows with every change of the definition
 */
public record Leaderboard(
        int id,
        int appId,
        String key,
        String name,
        @Nullable String description,
        Json metadata,
        List<String> entityTypes,
        SortOrder sortOrder,
        UpdateMode updateMode,
        int decimals,
        @Nullable Long minScore,
        @Nullable Long maxScore,
        TieRule tieRule,
        ZoneId zone,
        List<Grouping> groupings,
        List<WindowDefinition> windows,
        BoardClock clock,
        @Nullable Instant clockAt,
        Visibility visibility,
        @Nullable Instant scoredAt,
        int version,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant archivedAt) {

    /**
     * The board's own time at a moment of the service's clock; on a board that has received nothing, that moment
     * itself.
     */
    public Instant time(Instant now) {
        return clock == BoardClock.SUBMISSIONS && clockAt != null ? clockAt : now;
    }

    /** Refuses a fixed-point score outside the board's bounds as OUT_OF_BOUNDS. */
    public void checkBounds(long score, String... path) {
        if ((minScore != null && score < minScore) || (maxScore != null && score > maxScore)) {
            throw new RefusedException(
                    RefusalCode.OUT_OF_BOUNDS,
                    "The score " + scores().format(score) + " lies outside the leaderboard's bounds.",
                    path);
        }
    }

    /** Whether it has other rankings than those of everyone. */
    public boolean grouped() {
        return !groupings.equals(List.of(Grouping.EVERYONE));
    }

    /** The grouping of a group of these attributes; empty where it has none such. */
    public Optional<Grouping> grouping(Collection<String> attributes) {
        return groupings.stream().filter(grouping -> grouping.has(attributes)).findFirst();
    }

    /** Reads and writes this board's scores. */
    public ScoreFormat scores() {
        return new ScoreFormat(decimals);
    }
}
