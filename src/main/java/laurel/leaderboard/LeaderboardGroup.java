package laurel.leaderboard;

import org.jspecify.annotations.Nullable;

/** A group of a leaderboard: the schema's Group. */
public record LeaderboardGroup(int leaderboardId, Group group) {
    /** Returns null for everyone and for null. */
    public static @Nullable LeaderboardGroup of(int leaderboardId, @Nullable Group group) {
        return group == null || group.isEveryone() ? null : new LeaderboardGroup(leaderboardId, group);
    }
}
