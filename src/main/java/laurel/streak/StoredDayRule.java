package laurel.streak;

import static java.util.Objects.requireNonNullElse;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Transient;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import laurel.group.GroupTimeZones;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

/**
 * A day rule of an app's streaks or policies, with its id.
 *
 * @param groupTimeZones the time zones of the groups of its attribute; null if it has none
 */
@Introspected
public record StoredDayRule(
        int id, DayRule rule, @Transient @Nullable GroupTimeZones groupTimeZones) {
    /** Returns a rule without the time zones of groups, see {@link DayRules#withTimeZones}. */
    public static StoredDayRule of(int id, DayRule rule) {
        return new StoredDayRule(id, rule, null);
    }

    /** Returns the local day of an event for a participant. Parameters as in {@link DayRule#timeZone}. */
    public LocalDate day(
            Instant time, Group group, @Nullable ZoneId eventTimeZone, @Nullable ZoneId participantTimeZone) {
        return time.atZone(timeZone(group, eventTimeZone, participantTimeZone)).toLocalDate();
    }

    /** Returns the time zone that determines the day. Parameters as in {@link DayRule#timeZone}. */
    public ZoneId timeZone(Group group, @Nullable ZoneId eventTimeZone, @Nullable ZoneId participantTimeZone) {
        GroupTimeZones directory = requireNonNullElse(groupTimeZones, GroupTimeZones.NONE);
        return rule.timeZone(group, eventTimeZone, participantTimeZone, directory);
    }
}
