package laurel.window;

import java.time.Instant;
import laurel.leaderboard.Leaderboard;

/** Starts seasons whose time has come, before a submission to them is stored. */
public interface SeasonStarter {
    /** Starts what this board has planned for a moment that is past; where there is nothing of that, nothing. */
    void startDue(Leaderboard leaderboard, Instant now);
}
