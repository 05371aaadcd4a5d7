package laurel.streak;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import laurel.leaderboard.Group;
import laurel.streak.run.StreakPeriod;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a streak.
 *
 * @param key        unique in its app
 * @param eventTypes that make a day count; none is all
 * @param complete   whether it has all that was counted before it was created, or while it was archived
 * @param archivedAt null if it is not archived; it counts nothing while it is
 */
@Introspected
public record Streak(
        long id,
        int appId,
        String key,
        @Nullable String name,
        StreakPeriod unit,
        int dayRuleId,
        DayRule dayRule,
        List<String> eventTypes,
        boolean complete,
        int version,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant archivedAt) {

    /** What the schema calls StreakState. */
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

    /** Whether its days are active by this. */
    boolean goesBy(DayActivity activity) {
        return activity.dayRuleId() == dayRuleId && (eventTypes.isEmpty() || eventTypes.contains(activity.type()));
    }

    /** The day that it is for a participant with this zone, as far as is known where it is. */
    LocalDate today(Instant now, @Nullable ZoneId ownZone) {
        return dayRule.day(now, Group.EVERYONE, null, ownZone);
    }
}
