package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Map;
import laurel.database.sql.Json;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import org.jspecify.annotations.Nullable;

/**
 * An event that a client or a stream submits.
 *
 * @param externalId the sender's ID, unique in the app, 1-128 characters; repeated events change nothing
 * @param eventType  1-64 of {@code a-z 0-9 . _ -}, such as {@code game.ended}
 * @param peer       the other participant, not the actor; null if there is none
 * @param winner     the actor or the peer; null if there is none
 * @param value      decimal number of at most 18 digits before and 9 after the point; null if there is none
 * @param group      group values of the actor; may be empty
 * @param peerGroup  group values of the peer; null if there are none
 * @param occurredAt null for the time of receipt
 * @param timeZone   IANA name, or an offset such as {@code +02:00}; null if there is none
 * @param metadata   JSON object of at most 4 KiB; null if there is none
 */
@Introspected
public record ActivityEventInput(
        String externalId,
        String eventType,
        ParticipantInput actor,
        @Nullable ParticipantInput peer,
        @Nullable ExternalParticipantId winner,
        @Nullable String value,
        Map<String, String> group,
        @Nullable Map<String, String> peerGroup,
        @Nullable Instant occurredAt,
        @Nullable String timeZone,
        @Nullable Json metadata) {}
