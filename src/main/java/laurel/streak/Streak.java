package laurel.streak;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.List;
import laurel.streak.run.StreakPeriod;
import org.jspecify.annotations.Nullable;

/**
 * Definition of a streak: consecutive days or weeks with activity of certain types.
 *
 * @param key        unique in the app
 * @param eventTypes event types that make a day active; empty for all
 * @param complete   whether all activity before its creation, or while it was archived, has been added
 * @param archivedAt time of archiving; null if the streak is not archived. An archived streak counts nothing
 */
@Introspected
public record Streak(
        long id,
        int appId,
        String key,
        @Nullable String name,
        StreakPeriod period,
        int dayRuleId,
        DayRule dayRule,
        List<String> eventTypes,
        boolean complete,
        int version,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant archivedAt) {

    /** State of a streak. */
    public enum StreakState {
        BACKFILLING,
        ACTIVE,
        ARCHIVED
    }

    public StreakState state() {
        return archivedAt != null ? StreakState.ARCHIVED : complete ? StreakState.ACTIVE : StreakState.BACKFILLING;
    }

    public boolean isArchived() {
        return archivedAt != null;
    }

    /** Returns whether the streak counts these events. */
    boolean counts(DayActivity activity) {
        return activity.dayRuleId() == dayRuleId && (eventTypes.isEmpty() || eventTypes.contains(activity.eventType()));
    }
}
