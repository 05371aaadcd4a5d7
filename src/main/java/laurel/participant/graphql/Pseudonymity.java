package laurel.participant.graphql;

import java.util.function.Function;
import laurel.graphql.Fields.Fetch;
import laurel.graphql.RequestContext;
import laurel.participant.ExternalParticipantId;
import laurel.participant.Participant;
import laurel.participant.ParticipantRef;
import laurel.request.access.Identity.Player;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a caller sees of a participant with a pseudonym: the only place for all paths on which participants are shown,
 * because it is in the fetchers of their fields, and for all references to participants, because it is where they are read. The
 * player itself and servers of the app see everything. For others an external ID does not find the participant.
 */
final class Pseudonymity {
    private Pseudonymity() {}

    /** Fetches a value that is null for others. */
    static Fetch<Participant> hidden(Function<Participant, @Nullable Object> value) {
        return replaced(value, participant -> null);
    }

    /** Fetches a value that others do not see, but another one. */
    static Fetch<Participant> replaced(
            Function<Participant, @Nullable Object> value, Function<Participant, @Nullable Object> ofOthers) {
        return (participant, environment) -> {
            boolean shown = participant.pseudonym() == null
                    || RequestContext.of(environment).seesAllOf(player(participant.external()));
            return (shown ? value : ofOthers).apply(participant);
        };
    }

    /** The reference of the caller to the participant with this external ID. */
    static ParticipantRef reference(RequestContext request, ExternalParticipantId external) {
        return ParticipantRef.of(external, request.seesAllOf(player(external)));
    }

    /**
     * Whether a participant with a pseudonym has a matching name for the caller.
     *
     * @param byName      whether its name matches
     * @param byPseudonym whether its pseudonym matches
     */
    static boolean isNamed(
            RequestContext request, ExternalParticipantId external, boolean byName, boolean byPseudonym) {
        boolean reveals = byName != byPseudonym && request.seesAllOf(player(external));
        return reveals ? byName : byPseudonym;
    }

    private static Player player(ExternalParticipantId external) {
        return new Player(external.entityType(), external.externalId());
    }
}
