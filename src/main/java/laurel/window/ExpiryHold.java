package laurel.window;

import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import laurel.leaderboard.Leaderboard;

/** Keeps windows from expiring while a reader still needs them. */
public interface ExpiryHold {
    /** Those of these windows of a board, whose lock the caller holds, that must not expire yet. */
    Set<Long> held(Leaderboard board, Collection<Long> windows, Instant now);
}
