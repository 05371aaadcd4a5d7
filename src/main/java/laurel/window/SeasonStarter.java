package laurel.window;

import java.time.Instant;
import laurel.leaderboard.Leaderboard;

/** Starts seasons whose time has come, before a submission to them is stored. */
public interface SeasonStarter {
    /**
     * Starts what this board has planned for a moment that its own time has reached; where there is nothing of that,
     * nothing.
     */
    default void startDue(Leaderboard leaderboard, Instant now) {
        startDue(leaderboard, Instant.MIN, now);
    }

    /**
     * The same where a submission takes the board to a moment of its own time.
     *
     * @param time the moment, or one before it
     */
    void startDue(Leaderboard leaderboard, Instant time, Instant now);
}
