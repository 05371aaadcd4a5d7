package laurel.participant;

/** What can be seen of a participant. */
enum ParticipantState {
    /** All that is known of it. */
    ACTIVE
}
