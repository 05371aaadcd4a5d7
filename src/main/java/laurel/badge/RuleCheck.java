package laurel.badge;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Locale;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicy;
import laurel.streak.Streaks;
import org.jspecify.annotations.Nullable;

/** Whether a rule says what its kind needs, and nothing else, of what there is. */
@Singleton
public class RuleCheck {
    private static final int MOST_RANKS = 10_000;
    private static final String DEFINITION = "windowDefinitionKey";
    private static final int MOST_DAYS = 366;
    private static final BigDecimal MOST_COUNTED = BigDecimal.valueOf(1_000_000_000);

    private final Streaks streaks;
    private final ScoringPolicies policies;

    RuleCheck(Streaks streaks, ScoringPolicies policies) {
        this.streaks = streaks;
        this.policies = policies;
    }

    /**
     * Refuses, in this order: LEADERBOARD_NOT_FOUND, STREAK_NOT_FOUND, SCORING_POLICY_NOT_FOUND, COUNTER_NOT_FOUND,
     * FIELD_REQUIRED, FIELD_NOT_ALLOWED, NUMBER_OUT_OF_RANGE, WINDOW_DEFINITION_NOT_FOUND, WINDOW_DEFINITION_NOT_SUITABLE,
     * GROUPING_NOT_FOUND.
     *
     * @param board of the rule; null if it does not exist, or if the rule names none
     */
    public void check(int app, BadgeRule rule, @Nullable Leaderboard board) {
        if (rule.leaderboard() != null && board == null) {
            throw unknownLeaderboard(rule.kind(), rule.leaderboard());
        }
        String streak = rule.streak();
        if (streak != null && streaks.byKey(app, streak).isEmpty()) {
            throw refused(ErrorCode.STREAK_NOT_FOUND, "No streak has the key `" + streak + "`.", rule, "streakKey");
        }
        checkPolicy(app, rule);
        checkRanks(rule);
        checkNumbers(rule);
        if (board != null) {
            checkBoard(rule, board);
        }
    }

    private void checkPolicy(int app, BadgeRule rule) {
        String key = rule.policy();
        if (key == null) {
            return;
        }
        ScoringPolicy policy = policies.byKey(app, key)
                .orElseThrow(() -> refused(
                        ErrorCode.SCORING_POLICY_NOT_FOUND,
                        "No scoring policy has the key `" + key + "`.",
                        rule,
                        "scoringPolicyKey"));
        boolean counted = policy.versions().stream()
                .flatMap(version -> version.rules().counters().stream())
                .anyMatch(counter -> counter.name().equals(rule.counter()));
        if (rule.counter() != null && !counted) {
            throw refused(
                    ErrorCode.COUNTER_NOT_FOUND,
                    "No version of the scoring policy `" + key + "` has the counter `" + rule.counter() + "`.",
                    rule,
                    "counterName");
        }
    }

    private static void checkRanks(BadgeRule rule) {
        if (rule.kind() != RuleKind.RANK_AT_CLOSE) {
            return;
        }
        Integer rank = rule.rankAtMost();
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
        if (rank != null) {
            Limits.number(rank, 1, MOST_RANKS, path(rule, "maxRank"));
        }
        if (fraction != null) {
            Limits.positive(fraction, BigDecimal.ONE, path(rule, "topFraction"));
        }
    }

    private static void checkNumbers(BadgeRule rule) {
        Integer days = rule.days();
        if (days != null) {
            Limits.number(days, 1, MOST_DAYS, path(rule, "dayCount"));
        }
        BigDecimal atLeast = rule.atLeast();
        if (atLeast != null && rule.kind() != RuleKind.SCORE) {
            Limits.positive(atLeast, MOST_COUNTED, path(rule, threshold(rule.kind())));
        }
    }

    private static String threshold(RuleKind kind) {
        return switch (kind) {
            case STREAK -> "minLength";
            case PEERS -> "minPeerCount";
            default -> "minCount";
        };
    }

    private static void checkBoard(BadgeRule rule, Leaderboard board) {
        WindowDefinition definition = board.windowDefinitions().stream()
                .filter(one -> one.key().equals(rule.definition()))
                .findFirst()
                .orElseThrow(() -> refused(
                        ErrorCode.WINDOW_DEFINITION_NOT_FOUND,
                        "The leaderboard has no window definition with the key `" + rule.definition() + "`.",
                        rule,
                        DEFINITION));
        if (rule.kind() == RuleKind.RANK_AT_CLOSE && definition.kind() == WindowKind.ALL_TIME) {
            throw refused(
                    ErrorCode.WINDOW_DEFINITION_NOT_SUITABLE,
                    "Windows of `" + rule.definition() + "` never end, so that no rank is final.",
                    rule,
                    DEFINITION);
        }
        if (board.grouping(rule.ranked().attributes()).isEmpty()) {
            throw refused(
                    ErrorCode.GROUPING_NOT_FOUND,
                    "The leaderboard has no grouping of exactly these attributes: "
                            + String.join(", ", rule.ranked().attributes()) + ".",
                    rule,
                    "group");
        }
    }

    public static RefusedException unknownLeaderboard(RuleKind kind, String key) {
        return new RefusedException(
                ErrorCode.LEADERBOARD_NOT_FOUND,
                "No leaderboard has the key `" + key + "`.",
                "rule",
                field(kind),
                "leaderboardKey");
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
