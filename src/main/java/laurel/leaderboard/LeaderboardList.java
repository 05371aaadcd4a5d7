package laurel.leaderboard;

/**
 * Which public boards, in order of key.
 *
 * @param after their keys come after this
 * @param size  how many
 */
public record LeaderboardList(LeaderboardFilter filter, String after, int size) {}
