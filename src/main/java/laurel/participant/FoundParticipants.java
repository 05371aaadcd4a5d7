package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.group.GroupValues;
import org.jspecify.annotations.Nullable;

/**
 * Participants of events that were found or created.
 *
 * @param ids      by external ID
 * @param existing those that existed before, with the values that they had
 */
public record FoundParticipants(Map<ExternalParticipantId, Long> ids, List<ExistingParticipant> existing) {
    static Map<ExternalParticipantId, Long> ids(Collection<ExistingParticipant> participants) {
        Map<ExternalParticipantId, Long> ids = new HashMap<>();
        participants.forEach(participant -> ids.put(participant.ref, participant.id));
        return ids;
    }

    /**
     * A participant that existed before.
     *
     * @param groupValues its own group values
     * @param timeZone    its own time zone
     */
    @Introspected
    public record ExistingParticipant(
            ExternalParticipantId ref,
            long id,
            GroupValues groupValues,
            @Nullable ZoneId timeZone) {}
}
