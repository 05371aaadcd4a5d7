package laurel.badge;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Locale;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.ScoreFormat;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicy;
import laurel.streak.Streaks;
import org.jspecify.annotations.Nullable;

/** Validates rules: required fields, ranges, and the objects that they name. */
@Singleton
public class RuleCheck {
    private static final int MAX_RANK = 10_000;
    private static final String DEFINITION = "windowDefinitionKey";
    private static final int MAX_DAYS = 366;
    private static final BigDecimal MAX_COUNT = BigDecimal.valueOf(1_000_000_000);

    private final Streaks streaks;
    private final ScoringPolicies policies;

    RuleCheck(Streaks streaks, ScoringPolicies policies) {
        this.streaks = streaks;
        this.policies = policies;
    }

    /**
     * Refuses, in this order: LEADERBOARD_NOT_FOUND, STREAK_NOT_FOUND, SCORING_POLICY_NOT_FOUND, COUNTER_NOT_FOUND,
     * FIELD_REQUIRED, FIELD_NOT_ALLOWED, NUMBER_OUT_OF_RANGE, SCORE_OUT_OF_RANGE, WINDOW_DEFINITION_NOT_FOUND,
     * WINDOW_DEFINITION_NOT_SUITABLE, GROUPING_NOT_FOUND.
     *
     * @param leaderboard of the rule; null if it does not exist, or if the rule names none
     */
    public void check(int app, BadgeRule rule, @Nullable Leaderboard leaderboard) {
        if (rule.leaderboardKey() != null && leaderboard == null) {
            throw unknownLeaderboard(rule.kind(), rule.leaderboardKey());
        }
        String streak = rule.streakKey();
        if (streak != null && streaks.byKey(app, streak).isEmpty()) {
            throw Streaks.unknown(streak, path(rule, "streakKey"));
        }
        checkPolicy(app, rule);
        checkRanks(rule);
        checkNumbers(rule);
        if (leaderboard != null) {
            checkLeaderboard(rule, leaderboard);
        }
    }

    private void checkPolicy(int app, BadgeRule rule) {
        String key = rule.scoringPolicyKey();
        if (key == null) {
            return;
        }
        ScoringPolicy policy = policies.byKey(app, key)
                .orElseThrow(() -> ScoringPolicies.unknown(key, path(rule, "scoringPolicyKey")));
        boolean counted = policy.versions().stream()
                .flatMap(version -> version.rules().counters().stream())
                .anyMatch(counter -> counter.name().equals(rule.counterName()));
        if (rule.counterName() != null && !counted) {
            throw refused(
                    ErrorCode.COUNTER_NOT_FOUND,
                    "No version of the scoring policy `" + key + "` has the counter `" + rule.counterName() + "`.",
                    rule,
                    "counterName");
        }
    }

    private static void checkRanks(BadgeRule rule) {
        if (rule.kind() != RuleKind.RANK_AT_CLOSE) {
            return;
        }
        Integer rank = rule.maxRank();
        BigDecimal fraction = rule.topFraction();
        if (rank == null && fraction == null) {
            throw refused(ErrorCode.FIELD_REQUIRED, "`maxRank` or `topFraction` must be set.", rule, "maxRank");
        }
        if (rank != null && fraction != null) {
            throw refused(
                    ErrorCode.FIELD_NOT_ALLOWED,
                    "`topFraction` cannot be set together with `maxRank`.",
                    rule,
                    "topFraction");
        }
        if (rule.group() != null && rule.grouping() != null) {
            throw refused(
                    ErrorCode.FIELD_NOT_ALLOWED, "`grouping` cannot be set together with `group`.", rule, "grouping");
        }
        if (rank != null) {
            Limits.number(rank, 1, MAX_RANK, path(rule, "maxRank"));
        }
        if (fraction != null) {
            Limits.positive(fraction, BigDecimal.ONE, path(rule, "topFraction"));
        }
    }

    private static void checkNumbers(BadgeRule rule) {
        Integer days = rule.dayCount();
        if (days != null) {
            Limits.number(days, 1, MAX_DAYS, path(rule, "dayCount"));
        }
        BigDecimal atLeast = rule.threshold();
        if (atLeast != null && rule.kind() != RuleKind.SCORE) {
            Limits.positive(atLeast, MAX_COUNT, path(rule, threshold(rule.kind())));
        }
    }

    private static String threshold(RuleKind kind) {
        return switch (kind) {
            case STREAK -> "minLength";
            case PEERS -> "minPeerCount";
            default -> "minCount";
        };
    }

    private static void checkLeaderboard(BadgeRule rule, Leaderboard leaderboard) {
        BigDecimal score = rule.threshold();
        if (score != null) {
            new ScoreFormat(leaderboard.decimals()).checkRange(score, path(rule, "minScore"));
        }
        String key = rule.windowDefinitionKey();
        WindowDefinition definition = leaderboard
                .windowDefinition(key)
                .orElseThrow(() -> WindowDefinition.unknown(key, path(rule, DEFINITION)));
        if (rule.kind() == RuleKind.RANK_AT_CLOSE && definition.kind() == WindowKind.ALL_TIME) {
            throw refused(
                    ErrorCode.WINDOW_DEFINITION_NOT_SUITABLE,
                    "Windows of `" + key + "` never end, so that no rank is final.",
                    rule,
                    DEFINITION);
        }
        if (leaderboard.grouping(rule.rankedAttributes()).isEmpty()) {
            throw refused(
                    ErrorCode.GROUPING_NOT_FOUND,
                    "The leaderboard has no grouping of exactly these attributes: "
                            + String.join(", ", rule.rankedAttributes()) + ".",
                    rule,
                    rule.grouping() == null ? "group" : "grouping");
        }
    }

    public static RefusedException unknownLeaderboard(RuleKind kind, String key) {
        return Leaderboards.unknown(key, "rule", field(kind), "leaderboardKey");
    }

    /** The input's field for rules of this kind. */
    private static String field(RuleKind kind) {
        return kind == RuleKind.RANK_AT_CLOSE ? "rankAtClose" : kind.name().toLowerCase(Locale.ROOT);
    }

    private static RefusedException refused(ErrorCode code, String message, BadgeRule rule, String name) {
        return new RefusedException(code, message, path(rule, name));
    }

    private static String[] path(BadgeRule rule, String name) {
        return new String[] {"rule", field(rule.kind()), name};
    }
}
