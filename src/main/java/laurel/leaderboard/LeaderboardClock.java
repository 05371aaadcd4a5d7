package laurel.leaderboard;

/** Source of a leaderboard's current time. */
public enum LeaderboardClock {
    /** The service's clock. */
    SYSTEM,
    /** The latest {@code achievedAt} that the leaderboard has received: for replaying history and for sandboxes. */
    SUBMISSIONS
}
