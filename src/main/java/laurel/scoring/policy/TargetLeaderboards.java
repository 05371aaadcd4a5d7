package laurel.scoring.policy;

import static java.util.stream.Collectors.toSet;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/** Finds the boards that policies feed. */
@Singleton
public class TargetLeaderboards {
    private final Leaderboards leaderboards;

    TargetLeaderboards(Leaderboards leaderboards) {
        this.leaderboards = leaderboards;
    }

    /** Locks those of these policies, in order of id, until the caller's transaction ends. */
    public void lock(int app, Collection<ScoringPolicy> policies) {
        leaderboards.lock(app, ids(policies));
    }

    /** Those of these policies, by id, as the caller's transaction sees them; what was deleted is absent. */
    public Map<Integer, Leaderboard> of(Collection<ScoringPolicy> policies) {
        Set<Integer> ids = ids(policies);
        return ids.isEmpty() ? Map.of() : leaderboards.byIds(ids);
    }

    /**
     * Refuses LEADERBOARD_NOT_SUITABLE if one of these, which a policy feeds, does not suit it: it may have been changed
     * while the policy was archived.
     */
    public static void checkFit(ScoringPolicy policy, Collection<Leaderboard> boards, String... path) {
        var fit = new LeaderboardRequirements(policy.dayRule());
        boards.forEach(board -> fit.misfit(board.definition()).ifPresent(misfit -> {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_NOT_SUITABLE,
                    "The scoring policy feeds the leaderboard `" + board.key() + "`. " + misfit.message(),
                    path);
        }));
    }

    private static Set<Integer> ids(Collection<ScoringPolicy> policies) {
        return policies.stream()
                .flatMap(policy -> policy.history().boards().values().stream())
                .collect(toSet());
    }
}
