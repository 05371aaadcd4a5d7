package laurel.leaderboard;

/** Who may see a board. */
public enum Visibility {
    /** Everyone whom the service answers. */
    PUBLIC,
    /** Listed nowhere; read by its key. */
    PRIVATE
}
