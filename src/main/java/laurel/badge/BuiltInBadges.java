package laurel.badge;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboards;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.scoring.policy.Multiplier;
import laurel.scoring.policy.Pillar;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicy;
import org.jspecify.annotations.Nullable;

/** Installs built-in badges for a scoring policy of daily activity. */
@Singleton
public class BuiltInBadges {
    private static final int TOP = 10;
    private static final BigDecimal MONTH = BigDecimal.valueOf(30);
    private static final BigDecimal MANY = BigDecimal.valueOf(15);
    private static final int WEEK = 7;

    private final ScoringPolicies policies;
    private final Leaderboards leaderboards;
    private final Badges badges;

    BuiltInBadges(ScoringPolicies policies, Leaderboards leaderboards, Badges badges) {
        this.policies = policies;
        this.leaderboards = leaderboards;
        this.badges = badges;
    }

    /**
     * Creates those of the four that do not exist, for the last pillar of the policy's active version that has both a
     * leaderboard and a multiplier. The top ten are those of each group, if the leaderboard has groups. Refuses
     * SCORING_POLICY_NOT_FOUND, SCORING_POLICY_NOT_SUITABLE, or as {@link Badges#install} does.
     */
    public List<Badge> install(int app, String key, Instant now) {
        ScoringPolicy policy =
                policies.byKey(app, key).orElseThrow(() -> ScoringPolicies.unknown(key, "scoringPolicyKey"));
        LocalDate today = now.atZone(policy.dayRule().timeZone()).toLocalDate();
        Pillar pillar = policy.versionOn(today).rules().pillars().reversed().stream()
                .filter(one -> one.leaderboardKey() != null && one.multiplier() != null)
                .findFirst()
                .orElseThrow(() -> refused(
                        ErrorCode.SCORING_POLICY_NOT_SUITABLE,
                        "No pillar of the scoring policy `" + key + "` has both a leaderboard and a multiplier."));
        Multiplier multiplier = pillar.multiplier();
        String streak = multiplier == null ? null : multiplier.streakKey();
        String leaderboard = requireNonNull(pillar.leaderboardKey());
        List<String> grouping = grouping(app, leaderboard);
        List<BadgeDefinition> definitions = List.of(
                top("daily_top10", "Daily top 10", leaderboard, "daily", grouping),
                top("weekly_top10", "Weekly top 10", leaderboard, "weekly", grouping),
                once("streak_30", "Thirty days in a row", RuleKind.STREAK, streak, null, MONTH, null),
                once("social_butterfly", "Social butterfly", RuleKind.PEERS, null, key, MANY, WEEK));
        return install(app, definitions, now);
    }

    /** Any refusal is reported for the policy, the only input. */
    private List<Badge> install(int app, List<BadgeDefinition> definitions, Instant now) {
        try {
            return badges.install(app, definitions, now);
        } catch (RefusedException e) {
            throw refused(e.refusal().code(), e.refusal().message());
        }
    }

    /** The leaderboard's first grouping other than everyone; null if it has none. */
    private @Nullable List<String> grouping(int app, String leaderboard) {
        return leaderboards.byKey(app, leaderboard).stream()
                .flatMap(found -> found.groupings().stream())
                .map(Grouping::attributes)
                .filter(attributes -> !attributes.isEmpty())
                .findFirst()
                .orElse(null);
    }

    private static BadgeDefinition top(
            String key, String name, String leaderboard, String definition, @Nullable List<String> grouping) {
        BadgeRule rule = BadgeRule.ofRanks(leaderboard, definition, TOP, null, null, grouping);
        return new BadgeDefinition(key, name, null, null, true, Recurrence.EACH_PERIOD, rule);
    }

    private static BadgeDefinition once(
            String key,
            String name,
            RuleKind kind,
            @Nullable String streak,
            @Nullable String policy,
            BigDecimal threshold,
            @Nullable Integer dayCount) {
        BadgeRule rule = BadgeRule.ofActivity(kind, streak, policy, null, threshold, dayCount);
        return new BadgeDefinition(key, name, null, null, true, Recurrence.ONCE, rule);
    }

    private static RefusedException refused(ErrorCode code, String message) {
        return new RefusedException(code, message, "scoringPolicyKey");
    }
}
