package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Map;
import laurel.database.Json;
import laurel.participant.ExternalParticipantId;
import laurel.participant.Profile;
import org.jspecify.annotations.Nullable;

/**
 * What a client, or a stream, tells.
 *
 * @param id         the event's own name, unique in its app, 1 to 128 characters; told again it changes nothing
 * @param type       1 to 64 of {@code a-z 0-9 . _ -}, such as {@code game.ended}
 * @param actor      who did it
 * @param peer       with whom; null where it takes one alone; not the actor
 * @param winner     the actor or the peer; null where nobody won
 * @param value      a decimal number of at most 18 digits before and 9 after the point; null where it has none
 * @param group      where its actor belongs: a value for each of some attributes
 * @param peerGroup  where its peer belongs; null is not said
 * @param occurredAt when; null is now
 * @param zone       where it happened: an IANA zone name, or an offset such as {@code +02:00}; null is not said
 * @param attributes JSON object of at most 4 KiB; null is none
 */
@Introspected
public record ActivityEventInput(
        String id,
        String type,
        Profile actor,
        @Nullable Profile peer,
        @Nullable ExternalParticipantId winner,
        @Nullable String value,
        Map<String, String> group,
        @Nullable Map<String, String> peerGroup,
        @Nullable Instant occurredAt,
        @Nullable String zone,
        @Nullable Json attributes) {}
