package laurel.window;

import java.time.Instant;
import laurel.leaderboard.Leaderboard;

/** Starts seasons that are due, before a submission to them is stored. */
public interface SeasonStarter {
    /**
     * Starts the planned seasons of a leaderboard that are due by its current time.
     */
    default void startDue(Leaderboard leaderboard, Instant now) {
        startDue(leaderboard, Instant.MIN, now);
    }

    /**
     * Starts the planned seasons that are due, given that a submission moves the leaderboard's current time.
     *
     * @param time time of the submission, or an earlier one
     */
    void startDue(Leaderboard leaderboard, Instant time, Instant now);
}
