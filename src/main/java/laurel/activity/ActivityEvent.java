package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import laurel.database.sql.Json;
import laurel.leaderboard.Group;
import laurel.request.Measured;
import laurel.streak.StoredDayRule;
import org.jspecify.annotations.Nullable;

/**
 * A stored event.
 *
 * @param externalId    the sender's ID, unique in the app
 * @param groupValues   group of the actor
 * @param peerGroupValues group of the peer; null if it is that of the actor
 * @param timeZone      time zone of the event; null if none was submitted
 * @param actorTimeZone time zone of the actor when the event was received; null if it was unknown
 * @param peerTimeZone  time zone of the peer when the event was received; null if it was unknown
 * @param lastDayRuleId latest day rule when the event was received: the event counts by this and earlier rules; 0 if there
 *                      were none
 * @param muted         whether it belongs to a burst by a rule of any version of a scoring policy
 */
@Introspected
public record ActivityEvent(
        long id,
        String externalId,
        String eventType,
        long actorId,
        @Nullable Long peerId,
        @Nullable Long winnerId,
        @Nullable BigDecimal value,
        Group groupValues,
        @Nullable Group peerGroupValues,
        @Nullable ZoneId timeZone,
        @Nullable ZoneId actorTimeZone,
        @Nullable ZoneId peerTimeZone,
        Instant occurredAt,
        Instant receivedAt,
        Json metadata,
        int lastDayRuleId,
        boolean muted)
        implements Measured {

    @Override
    public long heldBytes() {
        return metadata.text().length();
    }

    /** Returns the local day on which the event counts for the actor. */
    LocalDate actorDay(StoredDayRule rule) {
        return rule.day(occurredAt, groupValues, timeZone, actorTimeZone);
    }

    /** Returns the local day on which the event counts for the peer. */
    LocalDate peerDay(StoredDayRule rule) {
        return rule.day(occurredAt, peerGroup(), timeZone, peerTimeZone);
    }

    /** Returns the group of the peer. */
    Group peerGroup() {
        return peerGroupValues == null ? groupValues : peerGroupValues;
    }

    /** The position of an event in a list that is ordered by time. */
    public record EventPosition(Instant occurredAt, long id) {}
}
