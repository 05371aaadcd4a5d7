package laurel.lifecycle;

/** A board, or a window of a board, whose next step in life may be taken. */
record Due(int appId, int leaderboardId) {}
