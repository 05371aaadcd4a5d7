package laurel.window;

import laurel.leaderboard.Group;

/** Which group of which window. */
public record RankingKey(long windowId, Group group) {}
