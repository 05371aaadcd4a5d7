package laurel.window;

import java.time.Instant;
import laurel.leaderboard.Leaderboard;

/** Delays the closing of windows while submissions that they accept are still to be made. */
public interface CloseHold {
    /**
     * Returns the time through which windows may be closed; {@code now} if no submission is still to be made. The caller holds the
     * leaderboard's lock.
     */
    Instant closesThrough(Leaderboard leaderboard, Instant now);
}
