package laurel.activity;

/** Role of a participant in an event. */
public enum EventRole {
    /** The participant that caused the event, such as the sender. */
    ACTOR,
    /** The other participant, such as the recipient. */
    PEER,
    /** The winner, in addition to its role as actor or peer. */
    WINNER
}
