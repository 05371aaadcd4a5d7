package laurel.leaderboard;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** Told of new leaderboards in the transaction that makes them: what it does with the handle is part of it. */
public interface LeaderboardListener {
    void created(Handle transaction, Leaderboard leaderboard, Instant now);
}
