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
 * @param name       display name; null if there is none
 * @param eventTypes event types that make a day active; empty for all
 */
public record StreakDefinition(
        String key, @Nullable String name, StreakPeriod period, DayRule dayRule, List<String> eventTypes) {
    private static final int MAX_EVENT_TYPES = 20;

    public StreakDefinition {
        eventTypes = List.copyOf(new TreeSet<>(eventTypes));
    }

    /** Refuses, in this order: INVALID_KEY, INVALID_TEXT, LIST_TOO_LONG, INVALID_EVENT_TYPE. */
    void check() {
        checkName(key, name);
        Limits.size(eventTypes, 0, MAX_EVENT_TYPES, "eventTypes");
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

    /** Returns whether an existing streak has this definition, apart from its name. */
    boolean matches(Streak streak, StoredDayRule dayRule) {
        return streak.period() == period
                && streak.dayRuleId() == dayRule.id()
                && streak.eventTypes().equals(eventTypes);
    }
}
