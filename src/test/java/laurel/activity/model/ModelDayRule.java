package laurel.activity.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Assigns an event to a local day of each of its parties.
 *
 * <p>{@code FIXED} always uses {@code timeZone}. {@code GROUP} uses the time zone of the participant's region in the event,
 * {@code PARTICIPANT} that of the participant, {@code EVENT} that of the event; each falls back to {@code timeZone}. With {@code
 * DIRECTORY}, which the service names {@code GROUP} too, participants have regions of their own, and the group directory has the
 * time zones of regions.
 *
 * @param kind                 name of a DayRuleKind, or {@code DIRECTORY}
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

    /** Whether the group directory has the time zones of regions. */
    boolean inDirectory() {
        return kind.equals("DIRECTORY");
    }

    /** Returns the current day of a participant without an event, if the rule has a time zone for participants. */
    LocalDate today(Instant now, String participant) {
        @Nullable
        ZoneId own = kind.equals("PARTICIPANT") || inDirectory() ? participantTimeZones.get(participant) : null;
        return now.atZone(own == null ? timeZone : own).toLocalDate();
    }

    private ZoneId timeZone(ModelEvent event, String participant) {
        @Nullable
        ZoneId found =
                switch (kind) {
                    case "GROUP" -> regionTimeZone(event, participant);
                    case "PARTICIPANT", "DIRECTORY" -> participantTimeZones.get(participant);
                    case "EVENT" -> event.timeZone();
                    default -> null;
                };
        return found == null ? timeZone : found;
    }

    /** The peer is in the region of the actor if the event does not name its own. */
    private @Nullable ZoneId regionTimeZone(ModelEvent event, String participant) {
        @Nullable
        String region =
                participant.equals(event.peer()) && event.peerRegion() != null ? event.peerRegion() : event.region();
        return region == null ? null : regionTimeZones.get(region);
    }
}
