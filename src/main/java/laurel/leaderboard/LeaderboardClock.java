package laurel.leaderboard;

/** Where a board's time comes from. */
public enum LeaderboardClock {
    /** The service's clock. */
    SYSTEM,
    /** The latest {@code achievedAt} that the board has received: for replaying history and for sandboxes. */
    SUBMISSIONS
}
