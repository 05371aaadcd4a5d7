package laurel.leaderboard;

/** What a list does with archived boards. */
public enum Archived {
    /** Leaves them out. */
    EXCLUDE,
    /** Shows them among the others. */
    INCLUDE,
    /** Shows nothing else. */
    ONLY
}
