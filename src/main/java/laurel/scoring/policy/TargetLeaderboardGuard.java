package laurel.scoring.policy;

import jakarta.inject.Singleton;
import java.time.Instant;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardListener;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/** Refuses changes that would make a target leaderboard unsuitable for its policy, as LEADERBOARD_FED_BY_POLICY. */
@Singleton
class TargetLeaderboardGuard implements LeaderboardListener {
    private final ScoringPolicyRepository policies;

    TargetLeaderboardGuard(ScoringPolicyRepository policies) {
        this.policies = policies;
    }

    /**
     * Checks only what the change affects: existing violations may remain. The caller holds the leaderboard's lock, as does
     * a transaction that creates a policy.
     */
    @Override
    public void changed(Leaderboard before, Leaderboard after, Instant now) {
        if (LeaderboardRequirements.areAffected(before.definition(), after.definition())) {
            policies.activated(after.appId()).stream()
                    .filter(policy -> policy.feeds(after.id()))
                    .map(policy -> new LeaderboardRequirements(policy.dayRule(), policy.correctsFinal(now), now))
                    .flatMap(requirements -> requirements.violation(before.definition(), after.definition()).stream())
                    .findFirst()
                    .ifPresent(violation -> {
                        throw new RefusedException(
                                ErrorCode.LEADERBOARD_FED_BY_POLICY,
                                "A scoring policy feeds this leaderboard. " + violation.message(),
                                violation.field());
                    });
        }
    }
}
