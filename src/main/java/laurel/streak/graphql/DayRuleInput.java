package laurel.streak.graphql;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import laurel.graphql.Input;
import laurel.group.GroupValues;
import laurel.leaderboard.Group;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.streak.DayRule;
import laurel.streak.DayRule.DayRuleKind;
import laurel.streak.DayRule.GroupTimeZone;
import org.jspecify.annotations.Nullable;

/** Reads {@code DayRuleInput}. */
public final class DayRuleInput {
    private static final int MAX_GROUP_TIME_ZONES = 200;
    private static final String GROUPS = "groupTimeZones";
    private static final String TIME_ZONE = "timeZone";
    private static final String ATTRIBUTE = "timeZoneAttribute";

    private DayRuleInput() {}

    /**
     * Reads a day rule. Null for days in UTC. Refuses, in this order: FIELD_NOT_ALLOWED, LIST_TOO_LONG,
     * INVALID_GROUP_ATTRIBUTE, INVALID_GROUP_VALUE, MISSING_GROUP_VALUE, INVALID_TIME_ZONE.
     */
    public static DayRule read(@Nullable Input given, String name) {
        Input input = given == null ? Input.NONE : given;
        DayRuleKind kind =
                Objects.requireNonNullElse(input.optionalConstant(DayRuleKind.class, "kind"), DayRuleKind.FIXED);
        List<Input> groups = input.hasValue(GROUPS) ? input.objects(GROUPS) : List.of();
        String attribute = input.optionalString(ATTRIBUTE);
        if (!groups.isEmpty()) {
            requireGroupKind(kind, name, GROUPS);
        }
        if (attribute != null) {
            requireGroupKind(kind, name, ATTRIBUTE);
            checkAttribute(attribute, groups, name);
        }
        Limits.size(groups, 0, MAX_GROUP_TIME_ZONES, name, GROUPS);
        List<GroupTimeZone> groupTimeZones = new ArrayList<>();
        for (int n = 0; n < groups.size(); n++) {
            groupTimeZones.add(groupTimeZone(groups.get(n), name, GROUPS, Integer.toString(n)));
        }
        String timeZone = Objects.requireNonNullElse(input.optionalString(TIME_ZONE), "UTC");
        return new DayRule(kind, Text.zone(timeZone, name, TIME_ZONE), groupTimeZones, attribute);
    }

    /**
     * Returns the rule of days in the time zones that the directory has for an attribute's groups, and in UTC for others. Refuses
     * INVALID_GROUP_ATTRIBUTE.
     */
    public static DayRule following(String attribute, String name) {
        GroupValues.checkAttribute(attribute, name);
        return new DayRule(DayRuleKind.GROUP, ZoneId.of("UTC"), List.of(), attribute);
    }

    private static void requireGroupKind(DayRuleKind kind, String name, String field) {
        if (kind != DayRuleKind.GROUP) {
            throw new RefusedException(
                    ErrorCode.FIELD_NOT_ALLOWED,
                    "`" + field + "` is only for kind GROUP; the kind is " + kind + ".",
                    name,
                    field);
        }
    }

    private static void checkAttribute(String attribute, List<Input> groups, String name) {
        if (!groups.isEmpty()) {
            throw new RefusedException(
                    ErrorCode.FIELD_NOT_ALLOWED,
                    "`timeZoneAttribute` and `groupTimeZones` cannot be used together.",
                    name,
                    ATTRIBUTE);
        }
        GroupValues.checkAttribute(attribute, name, ATTRIBUTE);
    }

    private static GroupTimeZone groupTimeZone(Input input, String name, String list, String number) {
        Group group = Group.ofInput(input.texts("group"), Group.MAX_ATTRIBUTES, name, list, number, "group")
                .requireSome(name, list, number, "group");
        return new GroupTimeZone(group, Text.zone(input.string(TIME_ZONE), name, list, number, TIME_ZONE));
    }
}
