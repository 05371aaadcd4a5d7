package laurel.streak;

import java.util.List;
import java.util.TreeSet;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.Text;
import laurel.streak.run.StreakPeriod;
import org.jspecify.annotations.Nullable;

/**
 * A streak to create.
 *
 * @param name       null if it has none
 * @param eventTypes that make a day active; none means all
 */
public record StreakDefinition(
        String key, @Nullable String name, StreakPeriod unit, DayRule dayRule, List<String> eventTypes) {
    private static final int MOST_TYPES = 20;

    public StreakDefinition {
        eventTypes = List.copyOf(new TreeSet<>(eventTypes));
    }

    /** Refuses, in this order: INVALID_KEY, INVALID_TEXT, LIST_TOO_LONG, INVALID_EVENT_TYPE. */
    void check() {
        checkName(key, name);
        Limits.size(eventTypes, 0, MOST_TYPES, "eventTypes");
        eventTypes.forEach(type -> Text.eventType(type, "eventTypes"));
    }

    /** Refuses, in this order: INVALID_KEY, INVALID_TEXT. */
    public static void checkName(String key, @Nullable String name) {
        Text.key(key, "key");
        checkName(name);
    }

    public static void checkName(@Nullable String name) {
        if (name != null) {
            Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        }
    }

    /** Whether an existing streak has this definition, except for its name. */
    boolean fits(Streak streak, StoredDayRule rule) {
        return streak.unit() == unit
                && streak.dayRuleId() == rule.id()
                && streak.eventTypes().equals(eventTypes);
    }
}
