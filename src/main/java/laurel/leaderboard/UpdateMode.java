package laurel.leaderboard;

/** How a submitted score meets the one that stands. */
public enum UpdateMode {
    /** The submitted score stands. */
    REPLACE,
    /** The sum of both stands. */
    INCREMENT,
    /** The higher of both stands. */
    MAX,
    /** The lower of both stands. */
    MIN
}
