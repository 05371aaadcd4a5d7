package laurel.scoring.policy;

import jakarta.inject.Singleton;
import java.time.Instant;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardListener;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/** Refuses changes of a board that a policy feeds after which it would not suit the policy: as LEADERBOARD_FED_BY_POLICY. */
@Singleton
class TargetLeaderboardGuard implements LeaderboardListener {
    private final ScoringPolicyRepository policies;

    TargetLeaderboardGuard(ScoringPolicyRepository policies) {
        this.policies = policies;
    }

    /** Whoever defines a policy holds the board's lock, as the caller does. What does not suit already may stay as it is. */
    @Override
    public void changed(Leaderboard before, Leaderboard after, Instant now) {
        if (LeaderboardRequirements.matters(before.definition(), after.definition())) {
            policies.feeding(after.id())
                    .flatMap(days -> new LeaderboardRequirements(days).misfit(before.definition(), after.definition()))
                    .ifPresent(misfit -> {
                        throw new RefusedException(
                                ErrorCode.LEADERBOARD_FED_BY_POLICY,
                                "A scoring policy feeds this leaderboard. " + misfit.message(),
                                misfit.field());
                    });
        }
    }
}
