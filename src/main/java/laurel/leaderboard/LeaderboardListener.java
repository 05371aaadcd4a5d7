package laurel.leaderboard;

import java.time.Instant;

/**
 * Told what becomes of leaderboards, in the transaction that does it and that holds the board's lock: what a listener
 * does in that thread is part of it.
 */
public interface LeaderboardListener {
    default void created(Leaderboard leaderboard, Instant now) {}

    /** Its definition changed, or it is archived, or no more. */
    default void changed(Leaderboard before, Leaderboard after, Instant now) {}

    /** It is about to be gone for good. */
    default void deleted(Leaderboard leaderboard, Instant now) {}
}
