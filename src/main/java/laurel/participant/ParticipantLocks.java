package laurel.participant;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.group.GroupValues;
import laurel.group.Groups;
import laurel.group.Groups.MemberChange;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/** Erases participants, and locks others against that. */
@Singleton
public class ParticipantLocks {
    private final ParticipantRepository repository;
    private final Participants participants;
    private final Groups groups;

    ParticipantLocks(ParticipantRepository repository, Participants participants, Groups groups) {
        this.repository = repository;
        this.participants = participants;
        this.groups = groups;
    }

    /**
     * Locks a participant that the caller has found before, so that it is not erased until the caller's transaction ends. Refuses
     * PARTICIPANT_NOT_FOUND if it was.
     */
    public void hold(long participant) {
        if (!repository.hold(participant)) {
            throw erased();
        }
    }

    /** Finds or creates a participant in the caller's transaction, and locks it as {@link #hold} does. The input was checked. */
    public long findOrCreate(int app, ParticipantInput input, Instant now) {
        while (true) {
            Map<ExternalParticipantId, KnownParticipant> known = participants.known(app, List.of(input.ref()));
            long id = Objects.requireNonNull(
                    participants.findOrCreate(app, List.of(input), known, now).get(input.ref()));
            if (repository.hold(id)) {
                return id;
            }
        }
    }

    /**
     * Locks a participant that is to be erased, in the caller's transaction, and returns it. Refuses PARTICIPANT_NOT_FOUND if
     * another transaction has erased it.
     */
    public Participant lockToErase(int app, long participant) {
        Participant locked = repository.lockToErase(app, participant);
        if (locked == null) {
            throw erased();
        }
        return locked;
    }

    /** Removes everything from a locked participant except its number and its entity type. */
    public void erase(Participant locked, Instant now) {
        repository.erase(locked.id(), now);
        groups.countMembers(locked.appId(), List.of(new MemberChange(locked.groupValues(), GroupValues.NONE)), now);
    }

    /** Whether another participant of the app, that was not erased, has an external ID with this prefix. */
    public boolean isShared(int app, String entityType, String prefix) {
        return repository.isShared(app, entityType, prefix);
    }

    private static RefusedException erased() {
        return new RefusedException(ErrorCode.PARTICIPANT_NOT_FOUND, "The participant was erased.", "participant");
    }
}
