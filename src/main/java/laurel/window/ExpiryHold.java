package laurel.window;

import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import laurel.leaderboard.Leaderboard;

/** Prevents windows from expiring while they still have to be read. */
public interface ExpiryHold {
    /** Returns those of these windows that must not expire yet. The caller holds the leaderboard's lock. */
    Set<Long> held(Leaderboard board, Collection<Long> windows, Instant now);
}
