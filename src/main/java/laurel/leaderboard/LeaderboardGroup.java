package laurel.leaderboard;

import org.jspecify.annotations.Nullable;

/** A group of a leaderboard: what the schema calls Group. */
public record LeaderboardGroup(int leaderboardId, Group group) {
    /** Null for everyone, and for no group. */
    public static @Nullable LeaderboardGroup of(int leaderboardId, @Nullable Group group) {
        return group == null || group.isEveryone() ? null : new LeaderboardGroup(leaderboardId, group);
    }
}
