package laurel.streak;

import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

/**
 * Rule that assigns events to days: the time zone in which days start and end. The day is a function of the event alone, so it
 * does not depend on when the event arrives.
 *
 * @param kind           source of the time zone
 * @param timeZone       used if the source provides none
 * @param groupTimeZones for {@link DayRuleKind#GROUP}; the first one that matches is used
 */
@Serdeable
public record DayRule(DayRuleKind kind, ZoneId timeZone, List<GroupTimeZone> groupTimeZones) {
    public DayRule {
        groupTimeZones = List.copyOf(groupTimeZones);
    }

    /** Returns a rule with one time zone for everyone. */
    public static DayRule of(ZoneId timeZone) {
        return new DayRule(DayRuleKind.FIXED, timeZone, List.of());
    }

    /**
     * Returns the local day of an event for a participant.
     *
     * @param group               group of the event
     * @param eventTimeZone       time zone of the event; null if it has none
     * @param participantTimeZone time zone of the participant; null if it is unknown
     */
    public LocalDate day(
            Instant time, Group group, @Nullable ZoneId eventTimeZone, @Nullable ZoneId participantTimeZone) {
        return time.atZone(timeZone(group, eventTimeZone, participantTimeZone)).toLocalDate();
    }

    /** Returns the time zone that determines the day. Parameters as in {@link #day}. */
    public ZoneId timeZone(Group group, @Nullable ZoneId eventTimeZone, @Nullable ZoneId participantTimeZone) {
        ZoneId found =
                switch (kind) {
                    case FIXED -> null;
                    case GROUP -> groupTimeZone(group);
                    case PARTICIPANT -> participantTimeZone;
                    case EVENT -> eventTimeZone;
                };
        return found == null ? timeZone : found;
    }

    /** Returns the time zone of a group; null if the rule has none for it. */
    private @Nullable ZoneId groupTimeZone(Group group) {
        return groupTimeZones.stream()
                .filter(one -> group.values()
                        .entrySet()
                        .containsAll(one.group().values().entrySet()))
                .map(GroupTimeZone::timeZone)
                .findFirst()
                .orElse(null);
    }

    /** Source of a day rule's time zone. */
    public enum DayRuleKind {
        /** The rule itself: one time zone for everyone. */
        FIXED,
        /** The group of the event, if the rule has a time zone for it; else the rule itself. */
        GROUP,
        /** The participant: the time zone submitted with the event, else the participant's at that time, else the rule itself. */
        PARTICIPANT,
        /** The event's own time zone, for all its participants; else the rule itself. */
        EVENT
    }

    /**
     * Time zone of a group.
     *
     * @param group group values; groups with further values match, too
     */
    @Serdeable
    public record GroupTimeZone(Group group, ZoneId timeZone) {}
}
