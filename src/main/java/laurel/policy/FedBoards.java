package laurel.policy;

import static java.util.stream.Collectors.toSet;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import org.jdbi.v3.core.Handle;

/** Finds the boards that policies feed. */
@Singleton
class FedBoards {
    private final Leaderboards leaderboards;

    FedBoards(Leaderboards leaderboards) {
        this.leaderboards = leaderboards;
    }

    /** Those of these policies, by id, as the caller's transaction sees them; what was deleted is absent. */
    Map<Integer, Leaderboard> of(Handle transaction, Collection<ScoringPolicy> policies) {
        Set<Integer> ids = policies.stream()
                .flatMap(policy -> policy.history().boards().values().stream())
                .collect(toSet());
        return ids.isEmpty() ? Map.of() : leaderboards.byIds(transaction, ids);
    }
}
