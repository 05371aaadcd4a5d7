package laurel.leaderboard;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import laurel.database.sql.Json;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a leaderboard that a client can change. {@link LeaderboardPatch} checks them.
 *
 * @param minScore  lowest fixed-point score that an entry can have; null for no bound
 * @param maxScore  highest fixed-point score that an entry can have; null for no bound
 * @param timeZone      time zone of calendar windows
 * @param timeZoneAttribute attribute whose groups have the time zones of the group directory; null for none
 * @param groupings at least one
 * @param gracePeriod     how long after its end a window accepts late submissions
 * @param groupOverrides settings of single groups, each group once
 * @param archiveAfter time without submissions after which it is archived; null for never
 * @param eventRules which changes of its rankings are published as events
 * @param playerSubmissions whether players may submit their own scores
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
        @Nullable String timeZoneAttribute,
        List<Grouping> groupings,
        List<WindowDefinition> windowDefinitions,
        LeaderboardClock clock,
        Visibility visibility,
        Duration gracePeriod,
        List<GroupOverride> groupOverrides,
        @Nullable Duration archiveAfter,
        List<EventRule> eventRules,
        boolean playerSubmissions) {

    /** Grace period of a new leaderboard. */
    public static final Duration DEFAULT_GRACE_PERIOD = Duration.ofMinutes(5);

    /** Maximum grace period. */
    public static final Duration MAX_GRACE_PERIOD = Duration.ofDays(7);

    /** The fields that existing entries depend on. */
    private static final List<FixedField> FIXED = List.of(
            new FixedField("sortOrder", LeaderboardDefinition::sortOrder),
            new FixedField("updateMode", LeaderboardDefinition::updateMode),
            new FixedField("decimals", LeaderboardDefinition::decimals),
            new FixedField("tieRule", LeaderboardDefinition::tieRule),
            new FixedField("timeZone", LeaderboardDefinition::timeZone),
            new FixedField("timeZoneAttribute", LeaderboardDefinition::timeZoneAttribute),
            new FixedField("groupings", LeaderboardDefinition::sets),
            new FixedField("clock", LeaderboardDefinition::clock));

    private record FixedField(String name, Function<LeaderboardDefinition, @Nullable Object> value) {}

    /** Returns the defaults for a new leaderboard with this key and sort order: each participant's best score counts. */
    public static LeaderboardDefinition standard(String key, SortOrder order) {
        return new LeaderboardDefinition(
                key,
                null,
                new Json("{}"),
                List.of("ACCOUNT"),
                order,
                order.bestOf(),
                0,
                null,
                null,
                TieRule.EARLIEST,
                ZoneId.of("UTC"),
                null,
                List.of(Grouping.EVERYONE),
                List.of(new WindowDefinition(WindowKind.ALL_TIME)),
                LeaderboardClock.SYSTEM,
                Visibility.PUBLIC,
                DEFAULT_GRACE_PERIOD,
                List.of(),
                null,
                List.of(),
                false);
    }

    /** Refuses LEADERBOARD_HAS_SCORES if a field changes that cannot change once there are scores. */
    void checkFixed(LeaderboardDefinition requested, Instant scoredAt) {
        List<String> changed = FIXED.stream()
                .filter(field -> !Objects.equals(field.value.apply(this), field.value.apply(requested)))
                .map(FixedField::name)
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

    /**
     * Refuses LEADERBOARD_HAS_SCORES if the override of a group with scores changes.
     *
     * @param ranked returns those of some groups that have scores
     */
    void checkFixedGroups(LeaderboardDefinition requested, UnaryOperator<List<Group>> ranked) {
        Set<GroupOverride> changed = new HashSet<>(groupOverrides);
        changed.addAll(requested.groupOverrides);
        changed.removeIf(override -> groupOverrides.contains(override) && requested.groupOverrides.contains(override));
        if (changed.isEmpty()) {
            return;
        }
        List<Group> groups =
                changed.stream().map(GroupOverride::group).distinct().toList();
        ranked.apply(groups).stream().findFirst().ifPresent(group -> {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_HAS_SCORES,
                    "The override of `" + group.values() + "` cannot change, because the group has scores.",
                    "groupOverrides");
        });
    }

    /** Returns the groupings regardless of their order. */
    private static Set<Set<String>> sets(LeaderboardDefinition definition) {
        return definition.groupings.stream()
                .map(grouping -> Set.copyOf(grouping.attributes()))
                .collect(Collectors.toSet());
    }
}
