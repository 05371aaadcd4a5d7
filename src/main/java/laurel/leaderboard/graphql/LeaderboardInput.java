package laurel.leaderboard.graphql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.database.sql.Json;
import laurel.graphql.Input;
import laurel.leaderboard.GroupOverride;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.ScoreFormat;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.Span;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.Visibility;
import laurel.participant.EntityType;
import laurel.request.ErrorCode;
import laurel.request.JsonBytes;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.StrictJson;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a leaderboard in the schema's inputs, which state their ranges. What is left out is unchanged, or has its
 * default. Null clears the description, the metadata, the bounds and archiveAfter.
 */
public record LeaderboardInput(Input input) {
    /** Most entity types of one board. */
    public static final int MAX_ENTITY_TYPES = 16;

    /** What metadata says of the events of feeds that a board takes. */
    private static final List<String> FEED_TYPES = List.of("scoreType", "ratingType");

    private static final List<String> NEVER_NULL = List.of(
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
            "clock",
            "visibility");

    private static final Duration MAX_IDLE = Duration.ofDays(36_525);

    /** The key that it names, which may be no possible key. */
    public String key() {
        return input.string("key");
    }

    /** The key of the board to change, which may be no possible key. */
    public String leaderboardKey() {
        return input.string("leaderboardKey");
    }

    /** The whole definition of a new board. Refuses INVALID_KEY, then as {@link #over} does. */
    public LeaderboardDefinition definition() {
        var order = said("sortOrder", SortOrder.DESCENDING, name -> input.constant(SortOrder.class, name));
        return over(LeaderboardDefinition.standard(Text.key(key(), "key"), order));
    }

    /**
     * The definition that replaces this one. Throws INVALID_ARGUMENT for a null that clears nothing; refuses as {@link
     * #over} does.
     */
    public LeaderboardDefinition changed(LeaderboardDefinition before) {
        for (String field : NEVER_NULL) {
            if (input.has(field) && !input.says(field)) {
                throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`" + field + "` cannot be null.");
            }
        }
        return over(before);
    }

    /**
     * The definition that differs from this one by what is said. Refuses, in this order: INVALID_TEXT,
     * INVALID_TIME_ZONE, INVALID_METADATA, NUMBER_OUT_OF_RANGE for decimals, SCORE_NOT_A_NUMBER, SCORE_OUT_OF_RANGE,
     * SCORE_TOO_MANY_DECIMALS, INVALID_SCORE_BOUNDS; then as {@link WindowDefinitionInput#checked} does; then
     * INVALID_DURATION and DURATION_OUT_OF_RANGE for the grace period; then as {@link Grouping#checked} and {@link
     * GroupOverrideInput#checked} do; then LIST_EMPTY, LIST_TOO_LONG and INVALID_ENTITY_TYPE; then INVALID_DURATION and
     * DURATION_OUT_OF_RANGE.
     */
    private LeaderboardDefinition over(LeaderboardDefinition before) {
        String name =
                said("name", before.name(), n -> Text.line(input.string(n), Text.MAX_NAME, ErrorCode.INVALID_TEXT, n));
        String description = input.has("description") ? description() : before.description();
        var zone = said("timeZone", before.zone(), n -> Text.zone(input.string(n), n));
        var overridesSaid = said("groupOverrides", null, n -> GroupOverrideInput.read(input.objects(n), n));
        Json metadata = input.has("metadata") ? metadata("metadata") : before.metadata();
        int decimals = said(
                "decimals", before.decimals(), n -> Limits.number(input.integer(n), 0, ScoreFormat.MAX_DECIMALS, n));
        Long minScore = bound("minScore", before.minScore(), before.decimals(), decimals);
        Long maxScore = bound("maxScore", before.maxScore(), before.decimals(), decimals);
        checkBounds(minScore, maxScore);
        var windows =
                said("windowDefinitions", before.windows(), n -> WindowDefinitionInput.checked(input.objects(n), n));
        var grace = said("gracePeriod", before.grace(), n -> time(n, Duration.ZERO, LeaderboardDefinition.MAX_GRACE));
        var groupings = said("groupings", before.groupings(), n -> Grouping.checked(input.stringLists(n), n));
        var overrides = overrides(overridesSaid, before.groupOverrides(), groupings);
        GroupOverrideInput.checkWindows(
                overrides, windows, zone, firstSaid("groupOverrides", "windowDefinitions", "timeZone"));
        var entityTypes = said("entityTypes", before.entityTypes(), this::entityTypes);
        Duration archiveAfter = input.has("archiveAfter") ? archiveAfter("archiveAfter") : before.archiveAfter();
        return new LeaderboardDefinition(
                name,
                description,
                metadata,
                entityTypes,
                said("sortOrder", before.sortOrder(), n -> input.constant(SortOrder.class, n)),
                said("updateMode", before.updateMode(), n -> input.constant(UpdateMode.class, n)),
                decimals,
                minScore,
                maxScore,
                said("tieRule", before.tieRule(), n -> input.constant(TieRule.class, n)),
                zone,
                groupings,
                windows,
                said("clock", before.clock(), n -> input.constant(LeaderboardClock.class, n)),
                said("visibility", before.visibility(), n -> input.constant(Visibility.class, n)),
                grace,
                overrides,
                archiveAfter);
    }

    private <T extends @Nullable Object> T said(String name, T before, Function<String, T> read) {
        return input.says(name) ? read.apply(name) : before;
    }

    /** The first of these that is said; else the last. */
    private String firstSaid(String... names) {
        return Stream.of(names).filter(input::says).findFirst().orElse(names[names.length - 1]);
    }

    private @Nullable String description() {
        String description = input.optionalString("description");
        return description == null ? null : Text.lines(description, Text.MAX_DESCRIPTION, "description");
    }

    private Json metadata(String name) {
        if (!input.says(name)) {
            return new Json("{}");
        }
        Json metadata = input.json(name);
        Text.json(metadata.text(), name);
        if (StrictJson.stored(metadata) instanceof Map<?, ?> object) {
            FEED_TYPES.forEach(type -> checkFeedType(type, object.get(type), name));
        }
        return metadata;
    }

    /** Feeds look boards up by these, so they are indexed. */
    private static void checkFeedType(String property, @Nullable Object value, String name) {
        String text =
                value == null ? "" : value instanceof String string ? string : new String(JsonBytes.of(value), UTF_8);
        if (text.length() > Text.MAX_NAME) {
            throw new RefusedException(
                    ErrorCode.INVALID_METADATA,
                    "`" + property + "` has " + text.length() + " characters; at most " + Text.MAX_NAME
                            + " are allowed.",
                    name,
                    property);
        }
    }

    /** A bound that is not said anew is the same number as before, though fixed-point at other decimals. */
    private @Nullable Long bound(String name, @Nullable Long before, int decimalsBefore, int decimals) {
        ScoreFormat format = new ScoreFormat(decimals);
        if (input.has(name)) {
            String bound = input.optionalString(name);
            return bound == null ? null : (Long) format.parse(bound, name);
        }
        return before == null ? null : (Long) format.parse(new ScoreFormat(decimalsBefore).format(before), "decimals");
    }

    private void checkBounds(@Nullable Long min, @Nullable Long max) {
        if (min != null && max != null && min > max) {
            throw new RefusedException(
                    ErrorCode.INVALID_SCORE_BOUNDS,
                    "`minScore` must not be greater than `maxScore`.",
                    input.says("minScore") ? "minScore" : "maxScore");
        }
    }

    private static List<GroupOverride> overrides(
            @Nullable List<GroupOverrideInput> said, List<GroupOverride> before, List<Grouping> groupings) {
        if (said != null) {
            return GroupOverrideInput.checked(said, groupings, "groupOverrides");
        }
        GroupOverrideInput.checkStay(before, groupings);
        return before;
    }

    private @Nullable Duration archiveAfter(String name) {
        return input.says(name) ? time(name, Duration.ofHours(1), MAX_IDLE) : null;
    }

    /** A time of the clock within these bounds, to the microsecond. */
    private Duration time(String name, Duration least, Duration most) {
        Duration time = Span.clock(input.string(name))
                .orElseThrow(() -> new RefusedException(
                        ErrorCode.INVALID_DURATION,
                        "`" + name + "` must be a duration of days, hours, minutes and seconds to the microsecond,"
                                + " such as PT5M or P1D.",
                        name));
        if (time.compareTo(least) < 0 || time.compareTo(most) > 0) {
            throw new RefusedException(
                    ErrorCode.DURATION_OUT_OF_RANGE,
                    "`" + name + "` is " + time + "; it must be between " + least + " and P" + most.toDays() + "D.",
                    name);
        }
        return time;
    }

    private List<String> entityTypes(String name) {
        List<String> types = input.strings(name);
        Limits.size(types, 1, MAX_ENTITY_TYPES, name);
        for (int n = 0; n < types.size(); n++) {
            EntityType.checked(types.get(n), name, Integer.toString(n));
        }
        return types.stream().distinct().toList();
    }
}
