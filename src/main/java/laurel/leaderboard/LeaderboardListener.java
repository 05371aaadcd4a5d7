package laurel.leaderboard;

import java.time.Instant;

/**
 * Is notified when leaderboards are created, changed and deleted. Runs in the transaction of the change, under the
 * leaderboard's lock. A listener that throws prevents the change.
 */
public interface LeaderboardListener {
    default void created(Leaderboard leaderboard, Instant now) {}

    /** The definition has changed, or the leaderboard was archived or unarchived. */
    default void changed(Leaderboard before, Leaderboard after, Instant now) {}

    /** The leaderboard is about to be deleted. */
    default void deleted(Leaderboard leaderboard, Instant now) {}
}
