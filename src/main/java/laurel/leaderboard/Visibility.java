package laurel.leaderboard;

/** Callers for which a leaderboard is listed. */
public enum Visibility {
    /** All callers. */
    PUBLIC,
    /** Operators only. Can be read by its key. */
    PRIVATE
}
