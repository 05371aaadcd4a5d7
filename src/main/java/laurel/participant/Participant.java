package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.ZoneId;
import laurel.database.sql.Json;
import laurel.group.GroupValues;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * A participant.
 *
 * @param metadata JSON object of at most 4 KiB, set by clients
 * @param timeZone time zone of the participant's days; null for that of the day rule
 * @param pseudonym what others see instead of its name; null if it has none
 * @param groupValues its own group values, which count where a submission or an event names none
 */
@Introspected
public record Participant(
        long id,
        int appId,
        String entityType,
        String externalId,
        @Nullable String name,
        @Nullable String imageUrl,
        Json metadata,
        @Nullable ZoneId timeZone,
        @Nullable String pseudonym,
        GroupValues groupValues,
        Instant createdAt)
        implements Measured {

    @Override
    public long heldBytes() {
        return metadata.text().length();
    }

    /** States of a participant. */
    public enum ParticipantState {
        /** Everyone sees all of its data. */
        ACTIVE,
        /** Others see its pseudonym, and neither its ID nor its own data. */
        PSEUDONYMOUS
    }

    public ParticipantState state() {
        return pseudonym == null ? ParticipantState.ACTIVE : ParticipantState.PSEUDONYMOUS;
    }

    public ExternalParticipantId external() {
        return new ExternalParticipantId(entityType, externalId);
    }
}
