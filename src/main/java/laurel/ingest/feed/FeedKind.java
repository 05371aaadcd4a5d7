package laurel.ingest.feed;

/** Kind of an event of an analytics feed. */
public enum FeedKind {
    /** A score that a participant achieved; for every leaderboard. */
    SCORE("scoreType"),
    /** A rating that another system computed; for leaderboards with the update mode REPLACE. */
    RATING("ratingType");

    private final String property;

    FeedKind(String property) {
        this.property = property;
    }

    /** The name in the metadata of a leaderboard whose value is its type. */
    String property() {
        return property;
    }
}
