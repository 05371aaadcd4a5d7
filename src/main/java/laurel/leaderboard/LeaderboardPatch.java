package laurel.leaderboard;

import static java.util.Objects.requireNonNullElse;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.database.sql.Json;
import laurel.leaderboard.LeaderboardDefinition.SubmissionRate;
import laurel.leaderboard.LeaderboardDefinition.SubmissionRate.SubmissionRateInput;
import laurel.participant.EntityType;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.StrictJson;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a leaderboard that a client sets, named as in the schema, which states their ranges. Null leaves a field of an
 * existing leaderboard unchanged, and gives a new one the default.
 *
 * @param cleared names of the fields that are set to null
 */
@Introspected
public record LeaderboardPatch(
        @Nullable String name,
        @Nullable String description,
        @Nullable Json metadata,
        @Nullable List<String> entityTypes,
        @Nullable SortOrder sortOrder,
        @Nullable UpdateMode updateMode,
        @Nullable Integer decimals,
        @Nullable String minScore,
        @Nullable String maxScore,
        @Nullable TieRule tieRule,
        @Nullable String timeZone,
        @Nullable String timeZoneAttribute,
        @Nullable List<List<String>> groupings,
        @Nullable List<GroupOverrideInput> groupOverrides,
        @Nullable List<WindowDefinitionInput> windowDefinitions,
        @Nullable String gracePeriod,
        @Nullable String archiveAfter,
        @Nullable List<EventRule.EventRuleInput> eventRules,
        @Nullable LeaderboardClock clock,
        @Nullable Visibility visibility,
        @Nullable Boolean playerSubmissions,
        @Nullable String maxStep,
        @Nullable SubmissionRateInput maxSubmissionRate,
        Set<String> cleared) {
    /** Maximum number of entity types of a leaderboard. */
    public static final int MAX_ENTITY_TYPES = 16;

    /** In the order in which a null is reported. */
    private static final List<String> NOT_CLEARABLE = List.of(
            "name",
            "entityTypes",
            "sortOrder",
            "updateMode",
            "decimals",
            "tieRule",
            "timeZone",
            "groupings",
            "groupOverrides",
            "windowDefinitions",
            "gracePeriod",
            "eventRules",
            "clock",
            "visibility",
            "playerSubmissions");

    private static final Duration MAX_IDLE = Duration.ofDays(36_525);

    /** The same patch with these fields set to null. */
    public LeaderboardPatch clearing(Set<String> names) {
        return new LeaderboardPatch(
                name,
                description,
                metadata,
                entityTypes,
                sortOrder,
                updateMode,
                decimals,
                minScore,
                maxScore,
                tieRule,
                timeZone,
                timeZoneAttribute,
                groupings,
                groupOverrides,
                windowDefinitions,
                gracePeriod,
                archiveAfter,
                eventRules,
                clock,
                visibility,
                playerSubmissions,
                maxStep,
                maxSubmissionRate,
                names);
    }

    /** Returns the definition of a new leaderboard. Refuses INVALID_KEY, then as {@link #applyTo} does. */
    public LeaderboardDefinition definition(String key) {
        SortOrder order = requireNonNullElse(sortOrder, SortOrder.DESCENDING);
        return applyTo(LeaderboardDefinition.standard(Text.key(key, "key"), order));
    }

    /**
     * Returns the definition that replaces this one. Throws INVALID_ARGUMENT if a field is cleared that cannot be null;
     * refuses as {@link #applyTo} does.
     */
    LeaderboardDefinition changed(LeaderboardDefinition before) {
        NOT_CLEARABLE.stream().filter(cleared::contains).findFirst().ifPresent(field -> {
            throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`" + field + "` cannot be null.");
        });
        return applyTo(before);
    }

    /**
     * Refuses, in this order: INVALID_TEXT for the name, then the description; INVALID_TIME_ZONE for the leaderboard, then
     * the groups; INVALID_METADATA; NUMBER_OUT_OF_RANGE; SCORE_NOT_A_NUMBER, SCORE_OUT_OF_RANGE and SCORE_TOO_MANY_DECIMALS
     * for each bound; INVALID_SCORE_BOUNDS; then as {@link WindowDefinitionInput#checked} does; then INVALID_DURATION and
     * DURATION_OUT_OF_RANGE for the grace period; then as {@link Grouping#checked} and {@link GroupOverrideInput#checked}
     * do; then GROUPING_NOT_FOUND for the time zone attribute; then LIST_EMPTY, LIST_TOO_LONG and INVALID_ENTITY_TYPE; then
     * INVALID_DURATION and DURATION_OUT_OF_RANGE; then as {@link EventRule.EventRuleInput#checked} does; then as for a bound,
     * and NUMBER_OUT_OF_RANGE; then as {@link SubmissionRateInput#checked} does.
     */
    private LeaderboardDefinition applyTo(LeaderboardDefinition before) {
        String newName =
                set(name, before.name(), text -> Text.line(text, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name"));
        String newDescription = setOrClear(
                "description",
                description,
                before.description(),
                text -> Text.lines(text, Text.MAX_DESCRIPTION, "description"));
        ZoneId newTimeZone = set(timeZone, before.timeZone(), text -> Text.zone(text, "timeZone"));
        if (groupOverrides != null) {
            GroupOverrideInput.checkTimeZones(groupOverrides, "groupOverrides");
        }
        Json newMetadata = newMetadata(before.metadata());
        int newDecimals =
                set(decimals, before.decimals(), n -> Limits.number(n, 0, ScoreFormat.MAX_DECIMALS, "decimals"));
        Long newMinScore = bound("minScore", minScore, before.minScore(), before.decimals(), newDecimals);
        Long newMaxScore = bound("maxScore", maxScore, before.maxScore(), before.decimals(), newDecimals);
        checkBounds(newMinScore, newMaxScore);
        List<WindowDefinition> newWindows = set(
                windowDefinitions,
                before.windowDefinitions(),
                inputs -> WindowDefinitionInput.checked(inputs, "windowDefinitions"));
        Duration newGracePeriod = set(
                gracePeriod,
                before.gracePeriod(),
                text -> IsoDuration.checkedTime(
                        text, "gracePeriod", Duration.ZERO, LeaderboardDefinition.MAX_GRACE_PERIOD));
        List<Grouping> newGroupings = set(groupings, before.groupings(), lists -> Grouping.checked(lists, "groupings"));
        List<GroupOverride> newOverrides = newOverrides(before, newGroupings);
        String newAttribute = newTimeZoneAttribute(before, newGroupings);
        List<String> newEntityTypes = set(entityTypes, before.entityTypes(), LeaderboardPatch::checkedEntityTypes);
        Duration newArchiveAfter = newArchiveAfter(before);
        return new LeaderboardDefinition(
                newName,
                newDescription,
                newMetadata,
                newEntityTypes,
                requireNonNullElse(sortOrder, before.sortOrder()),
                requireNonNullElse(updateMode, before.updateMode()),
                newDecimals,
                newMinScore,
                newMaxScore,
                requireNonNullElse(tieRule, before.tieRule()),
                newTimeZone,
                newAttribute,
                newGroupings,
                newWindows,
                requireNonNullElse(clock, before.clock()),
                requireNonNullElse(visibility, before.visibility()),
                newGracePeriod,
                newOverrides,
                newArchiveAfter,
                set(eventRules, before.eventRules(), rules -> EventRule.EventRuleInput.checked(rules, "eventRules")),
                requireNonNullElse(playerSubmissions, before.playerSubmissions()),
                newMaxStep(before, newDecimals),
                newMaxRate(before));
    }

    private static <T, R> R set(@Nullable T value, R before, Function<T, R> check) {
        return value == null ? before : check.apply(value);
    }

    private <T, R> @Nullable R setOrClear(String field, @Nullable T value, @Nullable R before, Function<T, R> check) {
        if (value == null) {
            return cleared.contains(field) ? null : before;
        }
        return check.apply(value);
    }

    private Json newMetadata(Json before) {
        if (metadata == null) {
            return cleared.contains("metadata") ? new Json("{}") : before;
        }
        Text.json(metadata.text(), "metadata");
        if (StrictJson.stored(metadata) instanceof Map<?, ?> object) {
            LeaderboardDefinition.checkFeedTypes(object);
        }
        return metadata;
    }

    /** An unchanged bound remains the same number if the decimals change, with another fixed-point value. */
    private @Nullable Long bound(
            String field, @Nullable String value, @Nullable Long before, int decimalsBefore, int newDecimals) {
        ScoreFormat format = new ScoreFormat(newDecimals);
        if (value != null) {
            return format.parse(value, field);
        }
        return before == null || cleared.contains(field)
                ? null
                : (Long) format.parse(new ScoreFormat(decimalsBefore).format(before), "decimals");
    }

    private @Nullable Duration newArchiveAfter(LeaderboardDefinition before) {
        return setOrClear(
                "archiveAfter",
                archiveAfter,
                before.archiveAfter(),
                text -> IsoDuration.checkedTime(text, "archiveAfter", Duration.ofHours(1), MAX_IDLE));
    }

    private @Nullable SubmissionRate newMaxRate(LeaderboardDefinition before) {
        return setOrClear(
                SubmissionRate.FIELD, maxSubmissionRate, before.maxSubmissionRate(), SubmissionRateInput::checked);
    }

    private @Nullable Long newMaxStep(LeaderboardDefinition before, int newDecimals) {
        Long step = bound("maxStep", maxStep, before.maxStep(), before.decimals(), newDecimals);
        if (step != null && step < 0) {
            throw new RefusedException(ErrorCode.NUMBER_OUT_OF_RANGE, "`maxStep` must be 0 or more.", "maxStep");
        }
        return step;
    }

    private void checkBounds(@Nullable Long min, @Nullable Long max) {
        if (min != null && max != null && min > max) {
            throw new RefusedException(
                    ErrorCode.INVALID_SCORE_BOUNDS,
                    "`minScore` must not be greater than `maxScore`.",
                    minScore != null ? "minScore" : "maxScore");
        }
    }

    private List<GroupOverride> newOverrides(LeaderboardDefinition before, List<Grouping> newGroupings) {
        if (groupOverrides == null) {
            GroupOverrideInput.checkGroupings(before.groupOverrides(), newGroupings);
            return before.groupOverrides();
        }
        GroupOverrideInput.OverriddenBoard board = new GroupOverrideInput.OverriddenBoard(
                requireNonNullElse(sortOrder, before.sortOrder()),
                requireNonNullElse(updateMode, before.updateMode()),
                newGroupings,
                before.groupOverrides());
        return GroupOverrideInput.checked(groupOverrides, board, "groupOverrides");
    }

    private @Nullable String newTimeZoneAttribute(LeaderboardDefinition before, List<Grouping> newGroupings) {
        String attribute =
                setOrClear("timeZoneAttribute", timeZoneAttribute, before.timeZoneAttribute(), Function.identity());
        Grouping.checkAttribute(attribute, newGroupings, timeZoneAttribute != null ? "timeZoneAttribute" : "groupings");
        return attribute;
    }

    /** The changed field that is reported if the leaderboard would have too many windows. */
    String pathOfWindows() {
        if (groupOverrides != null && groupOverrides.stream().anyMatch(override -> override.timeZone() != null)) {
            return "groupOverrides";
        }
        if (timeZoneAttribute != null) {
            return "timeZoneAttribute";
        }
        return windowDefinitions != null ? "windowDefinitions" : "timeZone";
    }

    private static List<String> checkedEntityTypes(List<String> types) {
        Limits.size(types, 1, MAX_ENTITY_TYPES, "entityTypes");
        for (int n = 0; n < types.size(); n++) {
            EntityType.checked(types.get(n), "entityTypes", Integer.toString(n));
        }
        return types.stream().distinct().toList();
    }
}
