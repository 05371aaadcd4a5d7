package laurel.window;

import io.micronaut.core.annotation.Introspected;
import laurel.leaderboard.Group;

/** Identifies a ranking by its window and group. */
@Introspected
public record RankingKey(long windowId, Group group) {}
