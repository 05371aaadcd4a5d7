package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import laurel.database.sql.Json;
import laurel.leaderboard.Group;
import laurel.request.Measured;
import laurel.streak.DayRule;
import org.jspecify.annotations.Nullable;

/**
 * An event as it is kept.
 *
 * @param externalId the sender's ID of it
 * @param timeZone   of its place; null if it was not sent
 * @param actorZone  the actor's own, as known when it was received; null where it was not
 * @param peerZone   the peer's own, as known when it was received; null where it was not
 * @param lastDayRuleId of the last rule that there was when it was received, and by which it was counted; 0 is none
 * @param muted      whether it is part of a burst, and counts nowhere
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
        @Nullable ZoneId timeZone,
        @Nullable ZoneId actorZone,
        @Nullable ZoneId peerZone,
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

    /** The local day on which it counts for its actor. */
    LocalDate actorDay(DayRule rule) {
        return rule.day(occurredAt, groupValues, timeZone, actorZone);
    }

    /** The local day on which it counts for its peer. */
    LocalDate peerDay(DayRule rule) {
        return rule.day(occurredAt, groupValues, timeZone, peerZone);
    }

    /** The position of an event in a list that is ordered by time. */
    public record EventPosition(Instant occurredAt, long id) {}
}
