package laurel.lifecycle;

import io.micronaut.core.annotation.Introspected;

/** A board, or a window of a board, whose next step in life may be taken. */
@Introspected
record Due(int appId, int leaderboardId) {}
