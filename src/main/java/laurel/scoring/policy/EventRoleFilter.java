package laurel.scoring.policy;

import laurel.activity.EventRole;

/** Role of the participant in events that a counter counts. */
public enum EventRoleFilter {
    /** The actor. */
    ACTOR,
    /** The peer. */
    PEER,
    /** The actor or the peer. */
    PARTIES,
    /** The winner, whether it is the actor or the peer. */
    WINNER;

    boolean includes(EventRole role) {
        return switch (this) {
            case ACTOR -> role == EventRole.ACTOR;
            case PEER -> role == EventRole.PEER;
            case PARTIES -> role != EventRole.WINNER;
            case WINNER -> role == EventRole.WINNER;
        };
    }
}
