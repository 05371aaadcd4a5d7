package laurel.scoring.policy;

import static java.util.stream.Collectors.toSet;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/** The leaderboards that receive the scores of policies' pillars. */
@Singleton
public class TargetLeaderboards {
    private final Leaderboards leaderboards;

    TargetLeaderboards(Leaderboards leaderboards) {
        this.leaderboards = leaderboards;
    }

    /** Locks the target leaderboards of these policies, in order of id, until the caller's transaction ends. */
    public void lock(int app, Collection<ScoringPolicy> policies) {
        leaderboards.lock(app, ids(policies));
    }

    /** Returns the target leaderboards of policies of an app by id. Deleted ones are absent. */
    public Map<Integer, Leaderboard> of(Collection<ScoringPolicy> policies) {
        Set<Integer> ids = ids(policies);
        return ids.isEmpty()
                ? Map.of()
                : leaderboards.byIds(policies.iterator().next().appId(), ids);
    }

    /** Does the same for a transaction that scores. The definitions are kept in memory. */
    public Map<Integer, Leaderboard> current(Collection<ScoringPolicy> policies) {
        Set<Integer> ids = ids(policies);
        return ids.isEmpty() ? Map.of() : leaderboards.currentByIds(ids);
    }

    /**
     * Refuses LEADERBOARD_NOT_SUITABLE if a target leaderboard of a policy does not meet the requirements. It may have been
     * changed while the policy was archived.
     *
     * @param correctsFinal whether what scores from now on corrects final windows
     */
    public static void checkSuitable(
            ScoringPolicy policy, boolean correctsFinal, Collection<Leaderboard> targets, Instant now, String... path) {
        var requirements = new LeaderboardRequirements(policy.dayRule(), correctsFinal, now);
        targets.forEach(target -> requirements.violation(target.definition()).ifPresent(violation -> {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_NOT_SUITABLE,
                    "The scoring policy feeds the leaderboard `" + target.key() + "`. " + violation.message(),
                    path);
        }));
    }

    private static Set<Integer> ids(Collection<ScoringPolicy> policies) {
        return policies.stream()
                .flatMap(policy -> policy.history().leaderboardIds().values().stream())
                .collect(toSet());
    }
}
