package laurel.activity;

import laurel.request.Refusal;

/** What became of an event that was sent. */
public sealed interface ActivityResult {
    /**
     * It stands.
     *
     * @param duplicate whether it was recorded before, and nothing changed
     */
    record Recorded(long id, boolean duplicate) implements ActivityResult {}

    /** It breaks a rule, and nothing of it is stored. */
    record Refused(Refusal refusal) implements ActivityResult {}
}
