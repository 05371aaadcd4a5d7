package laurel.window;

import io.micronaut.core.annotation.Introspected;
import laurel.leaderboard.Group;

/** Which group of which window. */
@Introspected
public record RankingKey(long windowId, Group group) {}
