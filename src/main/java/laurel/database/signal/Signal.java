package laurel.database.signal;

/**
 * A hint that something was committed. It may arrive twice, late or not at all, so listeners read the database themselves.
 *
 * @param id ID of the leaderboard or app; 0 for the other topics
 */
public record Signal(Topic topic, int id) {
    /** What was committed. Each has another first letter, by which messages name it. */
    public enum Topic {
        /** Entries or the definition of a leaderboard changed. */
        LEADERBOARD,
        /** An app has new events. */
        EVENTS,
        /** Activity of an app was recorded that is processed in the background. */
        BACKLOG,
        /** What callers may do has changed: API keys, or the reading of apps by anonymous callers. */
        PERMISSIONS,
        /** Signals may have been lost. Listeners check everything. */
        ANYTHING
    }
}
