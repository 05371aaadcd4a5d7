package laurel.ingest.feed;

/** What an event of an analytics feed tells. */
public enum FeedKind {
    /** What somebody achieved; for any board. */
    SCORE("scoreType"),
    /** Where somebody stands by another system's reckoning; for boards that keep the last. */
    RATING("ratingType");

    private final String property;

    FeedKind(String property) {
        this.property = property;
    }

    /** The name in a board's metadata whose value is the type that it takes. */
    String property() {
        return property;
    }
}
