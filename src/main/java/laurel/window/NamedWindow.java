package laurel.window;

import java.time.ZoneId;
import laurel.leaderboard.Leaderboard;

/** Which window of which board, by its name, whether the board has it or not. */
public record NamedWindow(Leaderboard leaderboard, ZoneId zone, String name) {}
