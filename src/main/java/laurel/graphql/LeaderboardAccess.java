package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.util.concurrent.CompletableFuture;

/** Decides which leaderboards a caller may read, and with them the objects that belong to them. */
public interface LeaderboardAccess {
    /** Whether the caller of the request may read the leaderboard with this ID. Uses a loader. */
    CompletableFuture<Boolean> mayRead(DataFetchingEnvironment environment, int leaderboard);
}
