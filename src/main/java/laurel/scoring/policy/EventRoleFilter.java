package laurel.scoring.policy;

import laurel.activity.EventRole;

/** Which part in an event a participant must have had for a counter to count it. */
public enum EventRoleFilter {
    /** Whoever did it. */
    ACTOR,
    /** With whom it was done. */
    PEER,
    /** Either of the two. */
    PARTIES,
    /** Whoever won. */
    WINNER;

    boolean includes(EventRole part) {
        return switch (this) {
            case ACTOR -> part == EventRole.ACTOR;
            case PEER -> part == EventRole.PEER;
            case PARTIES -> part != EventRole.WINNER;
            case WINNER -> part == EventRole.WINNER;
        };
    }
}
