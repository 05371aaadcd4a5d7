package laurel.leaderboard;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.sql.Json;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * What somebody decided about a leaderboard, and may decide anew; {@link LeaderboardPatch} makes sure that it obeys the
 * rules.
 *
 * @param minScore  lowest fixed-point score that may stand; null is no bound
 * @param maxScore  highest fixed-point score that may stand; null is no bound
 * @param timeZone      the zone of its calendar windows
 * @param groupings one or more
 * @param gracePeriod     how long after its end a window takes submissions that were achieved in it
 * @param groupOverrides what some groups have otherwise, each group once
 * @param archiveAfter how long it may receive nothing before it is archived; null is for ever
 */
@Introspected
public record LeaderboardDefinition(
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
        ZoneId timeZone,
        List<Grouping> groupings,
        List<WindowDefinition> windowDefinitions,
        LeaderboardClock clock,
        Visibility visibility,
        Duration gracePeriod,
        List<GroupOverride> groupOverrides,
        @Nullable Duration archiveAfter) {

    /** How long windows take late submissions where nothing else is said. */
    public static final Duration DEFAULT_GRACE_PERIOD = Duration.ofMinutes(5);

    /** How long they can be made to, at most. */
    public static final Duration MAX_GRACE_PERIOD = Duration.ofDays(7);

    /** What the entries that stand were made by. */
    private static final List<Fixed> FIXED = List.of(
            new Fixed("sortOrder", LeaderboardDefinition::sortOrder),
            new Fixed("updateMode", LeaderboardDefinition::updateMode),
            new Fixed("decimals", LeaderboardDefinition::decimals),
            new Fixed("tieRule", LeaderboardDefinition::tieRule),
            new Fixed("timeZone", LeaderboardDefinition::timeZone),
            new Fixed("groupings", LeaderboardDefinition::sets),
            new Fixed("clock", LeaderboardDefinition::clock),
            new Fixed("groupOverrides", definition -> Set.copyOf(definition.groupOverrides)));

    private record Fixed(String name, Function<LeaderboardDefinition, Object> value) {}

    /** What a board of this key and order is where nothing else is said: of each participant the best score stands. */
    public static LeaderboardDefinition standard(String key, SortOrder order) {
        return new LeaderboardDefinition(
                key,
                null,
                new Json("{}"),
                List.of("ACCOUNT"),
                order,
                order == SortOrder.DESCENDING ? UpdateMode.MAX : UpdateMode.MIN,
                0,
                null,
                null,
                TieRule.EARLIEST,
                ZoneId.of("UTC"),
                List.of(Grouping.EVERYONE),
                List.of(new WindowDefinition(WindowKind.ALL_TIME)),
                LeaderboardClock.SYSTEM,
                Visibility.PUBLIC,
                DEFAULT_GRACE_PERIOD,
                List.of(),
                null);
    }

    /** Refuses LEADERBOARD_HAS_SCORES for what cannot change in a board that has had scores since a moment. */
    void checkFixed(LeaderboardDefinition wanted, Instant scoredAt) {
        List<String> changed = FIXED.stream()
                .filter(field -> !Objects.equals(field.value.apply(this), field.value.apply(wanted)))
                .map(Fixed::name)
                .toList();
        if (!changed.isEmpty()) {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_HAS_SCORES,
                    "`" + String.join("`, `", changed)
                            + "` cannot change, because the leaderboard has had scores since "
                            + scoredAt.atOffset(ZoneOffset.UTC) + "; create another leaderboard.",
                    changed.getFirst());
        }
    }

    /** In whatever order they are said, groupings are the same. */
    private static Set<Set<String>> sets(LeaderboardDefinition definition) {
        return definition.groupings.stream()
                .map(grouping -> Set.copyOf(grouping.attributes()))
                .collect(Collectors.toSet());
    }
}
