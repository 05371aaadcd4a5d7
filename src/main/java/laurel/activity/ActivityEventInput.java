package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Map;
import laurel.database.sql.Json;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import org.jspecify.annotations.Nullable;

/**
 * An event as a client or a stream sends it.
 *
 * @param externalId the sender's ID of it, unique in its app, 1 to 128 characters; sent again it changes nothing
 * @param eventType  1 to 64 of {@code a-z 0-9 . _ -}, such as {@code game.ended}
 * @param peer       the other participant, not the actor; null if there is none
 * @param winner     the actor or the peer; null if nobody won
 * @param value      a decimal number of at most 18 digits before and 9 after the point; null if it has none
 * @param group      of its actor: a value for each of some attributes
 * @param peerGroup  of its peer; null if not sent
 * @param occurredAt null is now
 * @param timeZone   of its place: an IANA name, or an offset such as {@code +02:00}; null if not sent
 * @param metadata   JSON object of at most 4 KiB; null is none
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
