package laurel.leaderboard;

import io.micronaut.core.annotation.Introspected;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * A group override as a client gives it, named as in the schema.
 *
 * @param group values by attribute
 */
@Introspected
public record GroupOverrideInput(
        Map<String, String> group,
        @Nullable String timeZone,
        @Nullable SortOrder sortOrder,
        @Nullable UpdateMode updateMode) {
    private static final int MAX = 200;
    /** Each window is opened ahead of time, and all of them may become final at the same moment. */
    private static final int MAX_CURRENT_WINDOWS = 1_000;

    /**
     * The leaderboard of the overrides.
     *
     * @param before its overrides until now
     */
    record OverriddenBoard(
            SortOrder sortOrder, UpdateMode updateMode, List<Grouping> groupings, List<GroupOverride> before) {
        /**
         * Returns the update mode of a group that sets none. An existing override with this sort order keeps its mode, so
         * that sending it again changes nothing. Otherwise a group with the opposite order takes the best by its own order, if
         * the leaderboard takes the highest or the lowest score.
         */
        @Nullable
        UpdateMode standardMode(Group group, @Nullable SortOrder order) {
            Optional<GroupOverride> existing = before.stream()
                    .filter(override -> override.group().equals(group) && override.sortOrder() == order)
                    .findFirst();
            if (existing.isPresent()) {
                return existing.get().updateMode();
            }
            boolean takesBest = updateMode == UpdateMode.MAX || updateMode == UpdateMode.MIN;
            return takesBest && order != null && order != sortOrder ? order.bestOf() : null;
        }
    }

    /** Refuses INVALID_TIME_ZONE. */
    static void checkTimeZones(List<GroupOverrideInput> inputs, String field) {
        for (int n = 0; n < inputs.size(); n++) {
            String timeZone = inputs.get(n).timeZone;
            if (timeZone != null) {
                Text.zone(timeZone, field, Integer.toString(n), "timeZone");
            }
        }
    }

    /**
     * Returns the overrides of a leaderboard. Refuses LIST_TOO_LONG; then, for each,
     * MISSING_GROUP_VALUE, INVALID_GROUP_ATTRIBUTE, INVALID_GROUP_VALUE, GROUPING_NOT_FOUND, FIELD_REQUIRED and
     * DUPLICATE_ITEM.
     *
     * @param inputs whose time zones are checked
     * @param field  the field that holds the list
     */
    static List<GroupOverride> checked(List<GroupOverrideInput> inputs, OverriddenBoard board, String field) {
        Limits.size(inputs, 0, MAX, field);
        Set<Group> groups = new HashSet<>();
        return IntStream.range(0, inputs.size())
                .mapToObj(n -> {
                    GroupOverride override = inputs.get(n).checked(board, field, Integer.toString(n));
                    if (!groups.add(override.group())) {
                        throw new RefusedException(
                                ErrorCode.DUPLICATE_ITEM,
                                "`" + field + "` has the same group twice.",
                                field,
                                Integer.toString(n),
                                "group");
                    }
                    return override;
                })
                .toList();
    }

    /** Refuses GROUPING_NOT_FOUND if the groupings no longer have the group of an override. */
    static void checkGroupings(List<GroupOverride> overrides, List<Grouping> groupings) {
        if (!overrides.stream().allMatch(override -> among(groupings, override.group()))) {
            throw new RefusedException(
                    ErrorCode.GROUPING_NOT_FOUND,
                    "`groupings` must have the attributes of each group in `groupOverrides`; change both together.",
                    "groupings");
        }
    }

    /**
     * Refuses TOO_MANY_CURRENT_WINDOWS if a leaderboard would have more windows at the same time than allowed.
     *
     * @param timeZones number of its time zones
     * @param path      the field that is reported
     */
    static void checkWindows(int timeZones, List<WindowDefinition> windows, String path) {
        long current = windows.stream()
                .mapToLong(window -> window.maxCurrentWindows() * (window.followsTimeZone() ? timeZones : 1))
                .sum();
        if (current > MAX_CURRENT_WINDOWS) {
            throw RefusedException.limit(
                    ErrorCode.TOO_MANY_CURRENT_WINDOWS,
                    MAX_CURRENT_WINDOWS,
                    "The leaderboard would have " + current + " windows at the same time, in " + timeZones
                            + " time zones; at most " + MAX_CURRENT_WINDOWS + " are allowed.",
                    path);
        }
    }

    private GroupOverride checked(OverriddenBoard board, String field, String index) {
        Group checked = Group.ofInput(group, Grouping.MAX_ATTRIBUTES, field, index, "group")
                .requireSome(field, index, "group");
        if (!among(board.groupings, checked)) {
            throw new RefusedException(
                    ErrorCode.GROUPING_NOT_FOUND,
                    "The leaderboard has no grouping of exactly these attributes: "
                            + String.join(", ", checked.attributes()) + ".",
                    field,
                    index,
                    "group");
        }
        if (timeZone == null && sortOrder == null && updateMode == null) {
            throw new RefusedException(
                    ErrorCode.FIELD_REQUIRED, "`timeZone`, `sortOrder` or `updateMode` must be set.", field, index);
        }
        return new GroupOverride(
                checked,
                timeZone == null ? null : ZoneId.of(timeZone),
                sortOrder,
                updateMode == null ? board.standardMode(checked, sortOrder) : updateMode);
    }

    private static boolean among(List<Grouping> groupings, Group group) {
        return !group.isEveryone() && groupings.stream().anyMatch(grouping -> grouping.has(group.attributes()));
    }
}
