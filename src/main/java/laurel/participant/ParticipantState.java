package laurel.participant;

/** What can be seen of a participant. */
public enum ParticipantState {
    /** All that is known of it. */
    ACTIVE
}
