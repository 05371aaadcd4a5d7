package laurel.participant;

import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import java.time.ZoneId;
import java.util.Collection;
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
    FoundParticipants(List<ExistingParticipant> existing) {
        this(existing.stream().collect(toMap(ExistingParticipant::ref, ExistingParticipant::id)), existing);
    }

    /** Whether these are all participants of the inputs, and the inputs have no other values to store. */
    public boolean remainUnchangedBy(Collection<ParticipantInput> inputs) {
        return inputs.stream().allMatch(input -> ids.containsKey(input.ref()) && !input.saysMore());
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
