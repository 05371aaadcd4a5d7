package laurel.leaderboard;

import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.graphql.Input;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.refusal.Text;
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
                    return new GroupOverrideInput(
                            Group.of(input.texts("group")),
                            zone == null ? null : Text.zone(zone, name, Integer.toString(n), "timeZone"),
                            input.optionalConstant(SortOrder.class, "sortOrder"));
                })
                .toList();
    }

    /** What these mean on a board of these groupings; refuses INVALID_GROUP_OVERRIDES. */
    static List<GroupOverride> checked(List<GroupOverrideInput> said, List<Grouping> groupings, String name) {
        if (said.size() > MAX) {
            throw refused("A leaderboard has at most " + MAX + " groups with a zone or an order of their own.", name);
        }
        Set<Group> groups = new HashSet<>();
        return IntStream.range(0, said.size())
                .mapToObj(n -> {
                    GroupOverride override = said.get(n).checked(groupings, name, Integer.toString(n));
                    if (!groups.add(override.group())) {
                        throw refused("A group has one override.", name, Integer.toString(n), "group");
                    }
                    return override;
                })
                .toList();
    }

    /** Refuses as INVALID_GROUP_OVERRIDES those that stay where the groupings do not. */
    static void checkStay(List<GroupOverride> overrides, List<Grouping> groupings) {
        if (!overrides.stream().allMatch(override -> among(groupings, override.group()))) {
            throw refused("groupOverrides are of groups that the leaderboard would have no more.", "groupings");
        }
    }

    /**
     * Refuses as INVALID_GROUP_OVERRIDES those that give a board more windows at once than one can have.
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
            throw refused(
                    "In " + zones + " zones that means " + atOnce + " windows at once; it may be " + MAX_AT_ONCE + ".",
                    path);
        }
    }

    private GroupOverride checked(List<Grouping> groupings, String name, String number) {
        if (!among(groupings, group) || !group.isPossible()) {
            throw refused(
                    "An override is of a group: a value for each attribute of one of the groupings, but everyone's.",
                    name,
                    number,
                    "group");
        }
        if (zone == null && sortOrder == null) {
            throw refused("An override says a zone, an order, or both.", name, number);
        }
        return new GroupOverride(group, zone, sortOrder);
    }

    private static boolean among(List<Grouping> groupings, Group group) {
        return !group.isEveryone() && groupings.stream().anyMatch(grouping -> grouping.has(group.attributes()));
    }

    private static RefusedException refused(String message, String... path) {
        return new RefusedException(ErrorCode.INVALID_GROUP_OVERRIDES, message, path);
    }
}
