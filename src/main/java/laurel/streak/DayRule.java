package laurel.streak;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import laurel.group.GroupTimeZones;
import laurel.group.GroupTimeZones.AppAttribute;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

/**
 * Rule that assigns events to days: the time zone in which days start and end. The day is a function of the event alone, so it
 * does not depend on when the event arrives.
 *
 * @param kind           source of the time zone
 * @param timeZone       used if the source provides none
 * @param groupTimeZones for {@link DayRuleKind#GROUP}; the first one that matches is used
 * @param timeZoneAttribute for {@link DayRuleKind#GROUP} without {@code groupTimeZones}: the attribute whose groups have the time
 *                       zones of the directory; null for none
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DayRule(
        DayRuleKind kind,
        ZoneId timeZone,
        List<GroupTimeZone> groupTimeZones,
        @Nullable String timeZoneAttribute) {
    public DayRule {
        groupTimeZones = List.copyOf(groupTimeZones);
    }

    /** Returns a rule with one time zone for everyone. */
    public static DayRule of(ZoneId timeZone) {
        return new DayRule(DayRuleKind.FIXED, timeZone, List.of(), null);
    }

    /** Returns the attribute whose groups have the time zones of the directory; empty if there is none. */
    public Optional<AppAttribute> followedAttribute(int app) {
        return Optional.ofNullable(timeZoneAttribute).map(attribute -> new AppAttribute(app, attribute));
    }

    /**
     * Returns the time zone that determines the local day of an event for a participant.
     *
     * @param group               group of the participant in the event
     * @param eventTimeZone       time zone of the event; null if it has none
     * @param participantTimeZone time zone of the participant; null if it is unknown
     * @param directory           time zones of the groups of {@link #followedAttribute}
     */
    public ZoneId timeZone(
            Group group,
            @Nullable ZoneId eventTimeZone,
            @Nullable ZoneId participantTimeZone,
            GroupTimeZones directory) {
        ZoneId found =
                switch (kind) {
                    case FIXED -> null;
                    case GROUP -> groupTimeZone(group, directory);
                    case PARTICIPANT -> participantTimeZone;
                    case EVENT -> eventTimeZone;
                };
        return found == null ? timeZone : found;
    }

    /** Returns the time zone of a group; null if the rule has none for it. */
    private @Nullable ZoneId groupTimeZone(Group group, GroupTimeZones directory) {
        if (timeZoneAttribute != null) {
            return directory.of(group.values());
        }
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
        /** The participant's group in the event, if the rule or the directory has a time zone for it; else the rule itself. */
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
