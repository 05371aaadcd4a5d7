package laurel.activity;

import laurel.request.Refusal;

/** Result of recording an event. */
public sealed interface ActivityResult {
    /**
     * The event is recorded.
     *
     * @param duplicate whether it was recorded before, so that nothing changed
     */
    record Recorded(long id, boolean duplicate) implements ActivityResult {}

    /** The event is refused, and nothing is stored. */
    record Refused(Refusal refusal) implements ActivityResult {}
}
