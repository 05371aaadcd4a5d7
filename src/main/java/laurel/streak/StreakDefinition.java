package laurel.streak;

import java.util.List;
import java.util.TreeSet;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.refusal.Text;
import org.jspecify.annotations.Nullable;

/**
 * What somebody says that a streak shall be.
 *
 * @param name       null is none, or the one that it has
 * @param eventTypes that make a day active; none is all
 */
public record StreakDefinition(
        String key, @Nullable String name, StreakUnit unit, DayRule days, List<String> eventTypes) {
    private static final int MOST_TYPES = 20;

    public StreakDefinition {
        eventTypes = List.copyOf(new TreeSet<>(eventTypes));
    }

    /** Refuses, in this order: INVALID_KEY, INVALID_TEXT, INVALID_STREAK. */
    void check() {
        checkName(key, name);
        if (eventTypes.size() > MOST_TYPES || !eventTypes.stream().allMatch(Text::isKey)) {
            throw invalid(
                    "A streak goes by at most " + MOST_TYPES
                            + " types of events, each 1 to 64 of a-z, 0-9, '.', '_' and '-', the first a letter or a digit.",
                    "eventTypes");
        }
    }

    /** Refuses, in this order: INVALID_KEY, INVALID_TEXT. */
    static void checkName(String key, @Nullable String name) {
        Text.key(key, "key");
        if (name != null) {
            Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        }
    }

    /** Whether it says what the streak is already, but for its name. */
    boolean fits(Streak streak, StoredDayRule rule) {
        return streak.unit() == unit
                && streak.dayRuleId() == rule.id()
                && streak.eventTypes().equals(eventTypes);
    }

    static RefusedException invalid(String message, String... path) {
        return new RefusedException(ErrorCode.INVALID_STREAK, message, path);
    }
}
