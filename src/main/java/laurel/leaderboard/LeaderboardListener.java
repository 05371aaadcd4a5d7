package laurel.leaderboard;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * Told what becomes of leaderboards, in the transaction that does it and that holds the board's lock: what a listener
 * does with the handle is part of it.
 */
public interface LeaderboardListener {
    void created(Handle transaction, Leaderboard leaderboard, Instant now);

    /** Its definition changed, or it is archived, or no more. */
    void changed(Handle transaction, Leaderboard before, Leaderboard after, Instant now);

    /** It is about to be gone for good. */
    void deleted(Handle transaction, Leaderboard leaderboard, Instant now);
}
