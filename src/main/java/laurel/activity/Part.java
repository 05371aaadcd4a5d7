package laurel.activity;

/** The part that a participant has in an event. */
public enum Part {
    /** Whoever did it: the sender, the player. */
    ACTOR,
    /** With whom it was done: the recipient, the other player. */
    PEER,
    /** Actor or peer, where the event says that it won; besides its other part. */
    WINNER
}
