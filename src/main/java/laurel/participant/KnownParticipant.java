package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import laurel.group.GroupValues;

/**
 * What submissions need of a participant that exists.
 *
 * @param groupValues its own group values
 * @param restricted  where it is banned or hidden
 */
@Introspected
public record KnownParticipant(ExternalParticipantId ref, long id, GroupValues groupValues, RestrictedOn restricted) {}
