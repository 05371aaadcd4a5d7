package laurel.activity.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Assigns an event to a local day of each of its parties.
 *
 * <p>{@code FIXED} always uses {@code timeZone}. {@code GROUP} uses the time zone of the event's region,
 * {@code PARTICIPANT} that of the participant, {@code EVENT} that of the event; each falls back to {@code timeZone}.
 *
 * @param kind                 name of a DayRuleKind
 * @param timeZone             default time zone
 * @param regionTimeZones      time zones by region
 * @param participantTimeZones time zones by participant; they never change
 */
record ModelDayRule(
        String kind, ZoneId timeZone, Map<String, ZoneId> regionTimeZones, Map<String, ZoneId> participantTimeZones) {
    static ModelDayRule of(String kind, ZoneId timeZone) {
        return new ModelDayRule(kind, timeZone, Map.of(), Map.of());
    }

    LocalDate day(ModelEvent event, String participant) {
        return event.occurredAt().atZone(timeZone(event, participant)).toLocalDate();
    }

    LocalDate today(Instant now) {
        return now.atZone(timeZone).toLocalDate();
    }

    /** Returns the current day of a participant without an event: only {@code PARTICIPANT} has a time zone for it. */
    LocalDate today(Instant now, String participant) {
        @Nullable ZoneId own = kind.equals("PARTICIPANT") ? participantTimeZones.get(participant) : null;
        return now.atZone(own == null ? timeZone : own).toLocalDate();
    }

    private ZoneId timeZone(ModelEvent event, String participant) {
        @Nullable
        ZoneId found =
                switch (kind) {
                    case "GROUP" -> event.region() == null ? null : regionTimeZones.get(event.region());
                    case "PARTICIPANT" -> participantTimeZones.get(participant);
                    case "EVENT" -> event.timeZone();
                    default -> null;
                };
        return found == null ? timeZone : found;
    }
}
