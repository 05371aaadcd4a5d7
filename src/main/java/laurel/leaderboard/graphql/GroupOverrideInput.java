package laurel.leaderboard.graphql;

import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.graphql.Input;
import laurel.leaderboard.Group;
import laurel.leaderboard.GroupOverride;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.WindowDefinition;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * What a client says that one group shall have otherwise than its board.
 *
 * @param group by attribute, which may be no group of the board
 */
record GroupOverrideInput(
        Group group, @Nullable ZoneId zone, @Nullable SortOrder sortOrder) {
    private static final int MAX = 200;
    /** Each is opened ahead of time, and may become final at the same moment as all others. */
    private static final int MAX_AT_ONCE = 1_000;

    /** What these inputs say; refuses INVALID_TIME_ZONE. */
    static List<GroupOverrideInput> read(List<Input> inputs, String name) {
        return IntStream.range(0, inputs.size())
                .mapToObj(n -> {
                    Input input = inputs.get(n);
                    String zone = input.optionalString("timeZone");
                    String number = Integer.toString(n);
                    return new GroupOverrideInput(
                            Group.of(input.texts("group")),
                            zone == null ? null : Text.zone(zone, name, number, "timeZone"),
                            input.optionalConstant(SortOrder.class, "sortOrder"));
                })
                .toList();
    }

    /**
     * What these mean on a board of these groupings. Refuses LIST_TOO_LONG; then, for each, MISSING_GROUP_VALUE,
     * INVALID_GROUP_ATTRIBUTE, INVALID_GROUP_VALUE, GROUPING_NOT_FOUND, FIELD_REQUIRED and DUPLICATE_ITEM.
     */
    static List<GroupOverride> checked(List<GroupOverrideInput> said, List<Grouping> groupings, String name) {
        Limits.size(said, 0, MAX, name);
        Set<Group> groups = new HashSet<>();
        return IntStream.range(0, said.size())
                .mapToObj(n -> {
                    GroupOverride override = said.get(n).checked(groupings, name, Integer.toString(n));
                    if (!groups.add(override.group())) {
                        throw new RefusedException(
                                ErrorCode.DUPLICATE_ITEM,
                                "`" + name + "` has the same group twice.",
                                name,
                                Integer.toString(n),
                                "group");
                    }
                    return override;
                })
                .toList();
    }

    /** Refuses GROUPING_NOT_FOUND for those that stay where the groupings do not. */
    static void checkStay(List<GroupOverride> overrides, List<Grouping> groupings) {
        if (!overrides.stream().allMatch(override -> among(groupings, override.group()))) {
            throw new RefusedException(
                    ErrorCode.GROUPING_NOT_FOUND,
                    "`groupings` must have the attributes of each group in `groupOverrides`; change both together.",
                    "groupings");
        }
    }

    /**
     * Refuses TOO_MANY_CURRENT_WINDOWS for those that give a board more windows at once than one can have.
     *
     * @param path of what was said of it
     */
    static void checkWindows(List<GroupOverride> overrides, List<WindowDefinition> windows, ZoneId zone, String path) {
        long zones = Stream.concat(
                        Stream.of(zone),
                        overrides.stream().map(GroupOverride::zone).filter(Objects::nonNull))
                .distinct()
                .count();
        long atOnce = windows.stream()
                .mapToLong(window -> window.atOnce() * (window.ofZone() ? zones : 1))
                .sum();
        if (atOnce > MAX_AT_ONCE) {
            throw RefusedException.limit(
                    ErrorCode.TOO_MANY_CURRENT_WINDOWS,
                    MAX_AT_ONCE,
                    "The leaderboard would have " + atOnce + " windows at the same time, in " + zones
                            + " time zones; at most " + MAX_AT_ONCE + " are allowed.",
                    path);
        }
    }

    private GroupOverride checked(List<Grouping> groupings, String name, String number) {
        Group.named(group.values(), Grouping.MAX_ATTRIBUTES, name, number, "group")
                .ofSome(name, number, "group");
        if (!among(groupings, group)) {
            throw new RefusedException(
                    ErrorCode.GROUPING_NOT_FOUND,
                    "The leaderboard has no grouping of exactly these attributes: "
                            + String.join(", ", group.attributes()) + ".",
                    name,
                    number,
                    "group");
        }
        if (zone == null && sortOrder == null) {
            throw new RefusedException(
                    ErrorCode.FIELD_REQUIRED, "`timeZone` or `sortOrder` must be set.", name, number);
        }
        return new GroupOverride(group, zone, sortOrder);
    }

    private static boolean among(List<Grouping> groupings, Group group) {
        return !group.isEveryone() && groupings.stream().anyMatch(grouping -> grouping.has(group.attributes()));
    }
}
