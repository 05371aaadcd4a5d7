package laurel.leaderboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import laurel.database.sql.Json;
import laurel.request.ErrorCode;
import laurel.request.JsonBytes;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;
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
 * @param maxStep   largest plausible fixed-point change of a participant's score by one submission; null for no limit
 * @param maxSubmissionRate plausible rate of a participant's submissions; null for no limit
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
        boolean playerSubmissions,
        @Nullable Long maxStep,
        @Nullable SubmissionRate maxSubmissionRate) {

    /** Grace period of a new leaderboard. */
    public static final Duration DEFAULT_GRACE_PERIOD = Duration.ofMinutes(5);

    /** Maximum grace period. */
    public static final Duration MAX_GRACE_PERIOD = Duration.ofDays(7);

    /** Metadata properties that select which events of a feed a leaderboard receives. */
    private static final List<String> FEED_TYPES = List.of("scoreType", "ratingType");
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

    /**
     * A rate of submissions.
     *
     * @param submissionCount plausible number in each time of this duration
     * @param duration        in clock time
     */
    @Serdeable
    public record SubmissionRate(int submissionCount, IsoDuration duration) {
        /** Maximum number of submissions. */
        public static final int MAX_SUBMISSIONS = 1_000;
        /** Maximum duration. */
        public static final Duration MAX_DURATION = Duration.ofDays(7);

        static final String FIELD = "maxSubmissionRate";

        /** A rate as a client gives it, named as in the schema. */
        @Introspected
        public record SubmissionRateInput(int submissionCount, String duration) {
            /** Refuses NUMBER_OUT_OF_RANGE, INVALID_DURATION and DURATION_OUT_OF_RANGE. */
            SubmissionRate checked() {
                int number = Limits.number(submissionCount, 1, MAX_SUBMISSIONS, FIELD, "submissionCount");
                try {
                    return new SubmissionRate(
                            number,
                            IsoDuration.of(IsoDuration.checkedTime(
                                    duration, "duration", Duration.ofSeconds(1), MAX_DURATION)));
                } catch (RefusedException e) {
                    throw new RefusedException(e.refusal().within(FIELD));
                }
            }
        }
    }

    private record FixedField(String name, Function<LeaderboardDefinition, @Nullable Object> value) {}

    /** Whether it has windows of seasons. Without, planned seasons do not start. */
    boolean hasSeasons() {
        return windowDefinitions.stream().anyMatch(definition -> definition.kind() == WindowKind.SEASON);
    }

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
                false,
                null,
                null);
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

    /** Refuses INVALID_METADATA: feeds find leaderboards by these properties through an index, which limits their length. */
    static void checkFeedTypes(Map<?, ?> metadata) {
        FEED_TYPES.forEach(type -> checkFeedType(type, metadata.get(type)));
    }

    private static void checkFeedType(String property, @Nullable Object value) {
        String text =
                value == null ? "" : value instanceof String string ? string : new String(JsonBytes.of(value), UTF_8);
        if (text.length() > Text.MAX_NAME) {
            throw new RefusedException(
                    ErrorCode.INVALID_METADATA,
                    "`" + property + "` has " + text.length() + " characters; at most " + Text.MAX_NAME
                            + " are allowed.",
                    "metadata",
                    property);
        }
    }

    /** Returns the groupings regardless of their order. */
    private static Set<Set<String>> sets(LeaderboardDefinition definition) {
        return definition.groupings.stream()
                .map(grouping -> Set.copyOf(grouping.attributes()))
                .collect(Collectors.toSet());
    }
}
