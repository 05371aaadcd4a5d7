package laurel.activity;

/** Role of a participant in an event. */
public enum EventRole {
    /** Whoever did it: the sender, the player. */
    ACTOR,
    /** With whom it was done: the recipient, the other player. */
    PEER,
    /** Actor or peer, where the event says that it won; besides its other part. */
    WINNER
}
