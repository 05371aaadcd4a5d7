package laurel.streak;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a streak.
 *
 * @param key        unique in its app
 * @param eventTypes that make a day count; none is all
 */
public record Streak(
        long id,
        int appId,
        String key,
        @Nullable String name,
        StreakUnit unit,
        int dayRuleId,
        DayRule dayRule,
        List<String> eventTypes,
        Instant createdAt) {}
