package laurel.leaderboard;

/** How a submitted score combines with the participant's current one. */
public enum UpdateMode {
    /** The submitted score replaces it. */
    REPLACE,
    /** The sum of both counts. */
    INCREMENT,
    /** The higher one counts. */
    MAX,
    /** The lower one counts. */
    MIN
}
