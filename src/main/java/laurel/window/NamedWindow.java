package laurel.window;

import laurel.leaderboard.Leaderboard;

/** Which window of which board, by its name, whether the board has it or not. */
record NamedWindow(Leaderboard leaderboard, String name) {}
