package laurel.streak;

import java.util.ArrayList;
import java.util.List;
import laurel.graphql.Input;
import laurel.leaderboard.Group;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.refusal.Text;
import laurel.streak.DayRule.DayBasis;
import laurel.streak.DayRule.GroupZone;

/** What a {@code DayRuleInput} says. */
public final class DayRuleInput {
    private static final int MAX_GROUP_ZONES = 200;

    private DayRuleInput() {}

    /** The rule of an input; refuses INVALID_TIME_ZONE and INVALID_DAY_RULE. */
    public static DayRule read(Input input, String name) {
        DayBasis basis = input.constant(DayBasis.class, "basis");
        List<Input> groups = input.objects("groupZones");
        if (groups.size() > MAX_GROUP_ZONES || (basis != DayBasis.GROUP && !groups.isEmpty())) {
            throw refused(
                    "Groups have zones where the basis is GROUP, at most " + MAX_GROUP_ZONES + ".", name, "groupZones");
        }
        List<GroupZone> zones = new ArrayList<>();
        for (int n = 0; n < groups.size(); n++) {
            zones.add(groupZone(groups.get(n), name, "groupZones", Integer.toString(n)));
        }
        return new DayRule(basis, Text.zone(input.string("zone"), name, "zone"), zones);
    }

    private static GroupZone groupZone(Input input, String... path) {
        Group group = Group.of(input.texts("group"));
        if (group.isEveryone() || !group.isPossible()) {
            throw refused(
                    "A group is a value of 1 to " + Group.MAX_VALUE + " characters for each of one or more attributes.",
                    path);
        }
        return new GroupZone(group, Text.zone(input.string("zone"), path));
    }

    private static RefusedException refused(String message, String... path) {
        return new RefusedException(ErrorCode.INVALID_DAY_RULE, message, path);
    }
}
