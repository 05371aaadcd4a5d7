package laurel.window;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import laurel.leaderboard.Leaderboard;

/** Delays the closing of windows while submissions that they accept are still to be made. */
public interface CloseHold {
    /**
     * Returns the time through which windows may be closed; {@code now} if no submission is still to be made. The caller holds the
     * leaderboard's lock.
     */
    Instant closesThrough(Leaderboard leaderboard, Instant now);

    /** Returns the earliest of these times; {@code now} without holds. */
    static Instant earliest(List<CloseHold> holds, Leaderboard leaderboard, Instant now) {
        return holds.stream()
                .map(hold -> hold.closesThrough(leaderboard, now))
                .min(Comparator.naturalOrder())
                .orElse(now);
    }
}
