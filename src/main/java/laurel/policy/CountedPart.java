package laurel.policy;

import laurel.activity.Part;

/** Which part in an event a participant must have had for a counter to count it. */
public enum CountedPart {
    /** Whoever did it. */
    ACTOR,
    /** With whom it was done. */
    PEER,
    /** Either of the two. */
    PARTIES,
    /** Whoever won. */
    WINNER;

    boolean includes(Part part) {
        return switch (this) {
            case ACTOR -> part == Part.ACTOR;
            case PEER -> part == Part.PEER;
            case PARTIES -> part != Part.WINNER;
            case WINNER -> part == Part.WINNER;
        };
    }
}
