package laurel.database.signal;

/**
 * That something was committed, for those who wait for it. A hint, no more: it may come twice, late or not at all, and who
 * waits looks for itself.
 *
 * @param id of what
 */
public record Signal(Topic topic, int id) {
    /** What was committed. */
    public enum Topic {
        /** Entries of a leaderboard, or its definition. The id is the leaderboard's. */
        LEADERBOARD,
        /** Events. The id is the app's. */
        EVENTS,
        /** Perhaps anything: signals may have been missed. The id is 0. */
        ANYTHING
    }
}
