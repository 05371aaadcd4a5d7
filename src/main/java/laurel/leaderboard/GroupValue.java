package laurel.leaderboard;

/** The value of one attribute of a {@link Group}, or what a client says it is. */
public record GroupValue(String attribute, String value) {}
