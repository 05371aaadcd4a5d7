package laurel.activity.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rule by which an instant belongs to a day.
 *
 * @param kind   as DayRuleKind names it
 * @param zone    of all that the kind leaves open
 * @param regions the zones of regions
 * @param homes   the zones of participants, the same at all times
 */
record ModelDays(String kind, ZoneId zone, Map<String, ZoneId> regions, Map<String, ZoneId> homes) {
    static ModelDays of(String kind, ZoneId zone) {
        return new ModelDays(kind, zone, Map.of(), Map.of());
    }

    LocalDate day(ModelEvent event, String who) {
        return event.at().atZone(zone(event, who)).toLocalDate();
    }

    LocalDate today(Instant now) {
        return now.atZone(zone).toLocalDate();
    }

    /** As far as the rule says what day it is when nothing is done. */
    LocalDate today(Instant now, String who) {
        @Nullable ZoneId own = kind.equals("PARTICIPANT") ? homes.get(who) : null;
        return now.atZone(own == null ? zone : own).toLocalDate();
    }

    private ZoneId zone(ModelEvent event, String who) {
        @Nullable
        ZoneId found =
                switch (kind) {
                    case "GROUP" -> event.region() == null ? null : regions.get(event.region());
                    case "PARTICIPANT" -> homes.get(who);
                    case "EVENT" -> event.zone();
                    default -> null;
                };
        return found == null ? zone : found;
    }
}
