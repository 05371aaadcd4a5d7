package laurel.streak;

import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

/**
 * Which day it is when something happens: a function of what happened alone, so that it does not matter when it is told.
 *
 * @param timeZone of all that the kind leaves open
 * @param groupTimeZones of {@link DayRuleKind#GROUP} alone; the first that fits counts
 */
@Serdeable
public record DayRule(DayRuleKind kind, ZoneId timeZone, List<GroupTimeZone> groupTimeZones) {
    public DayRule {
        groupTimeZones = List.copyOf(groupTimeZones);
    }

    /** The same zone for everybody. */
    public static DayRule of(ZoneId zone) {
        return new DayRule(DayRuleKind.FIXED, zone, List.of());
    }

    /**
     * The local day of a moment.
     *
     * @param group     that the event names
     * @param eventZone where the event says that it happened; null where it does not
     * @param ownZone   of the participant whose day it is; null where it is not known
     */
    public LocalDate day(Instant moment, Group group, @Nullable ZoneId eventZone, @Nullable ZoneId ownZone) {
        return moment.atZone(zone(group, eventZone, ownZone)).toLocalDate();
    }

    /** The zone that says which day it is; the arguments are those of {@link #day}. */
    public ZoneId zone(Group group, @Nullable ZoneId eventZone, @Nullable ZoneId ownZone) {
        ZoneId found =
                switch (kind) {
                    case FIXED -> null;
                    case GROUP -> zoneOf(group);
                    case PARTICIPANT -> ownZone;
                    case EVENT -> eventZone;
                };
        return found == null ? timeZone : found;
    }

    /** The zone of a group; null where it has none of its own. */
    private @Nullable ZoneId zoneOf(Group group) {
        return groupTimeZones.stream()
                .filter(one -> group.values()
                        .entrySet()
                        .containsAll(one.group().values().entrySet()))
                .map(GroupTimeZone::timeZone)
                .findFirst()
                .orElse(null);
    }

    /** Whose clock on the wall says which day it is. */
    public enum DayRuleKind {
        /** That of one zone, the same for everybody. */
        FIXED,
        /** That of the zone of the event's group; of other groups that of the rule's own zone. */
        GROUP,
        /** Each participant's own: the zone given with the event, else the one that is known of it, else the rule's own. */
        PARTICIPANT,
        /** That of the zone in which the event says that it happened, for all who took part; else the rule's own. */
        EVENT
    }

    /**
     * The zone of a group.
     *
     * @param group it and every group within it: those that have its values, and maybe more
     */
    @Serdeable
    public record GroupTimeZone(Group group, ZoneId timeZone) {}
}
