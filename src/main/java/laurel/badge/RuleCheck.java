package laurel.badge;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.policy.ScoringPolicies;
import laurel.policy.ScoringPolicy;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.streak.Streaks;
import org.jspecify.annotations.Nullable;

/** Whether a rule says what its kind needs, and nothing else, of what there is. */
@Singleton
class RuleCheck {
    private static final int MOST_RANKS = 10_000;
    private static final int MOST_DAYS = 366;
    private static final int MOST_PERCENT = 100;
    private static final BigDecimal MOST_COUNTED = BigDecimal.valueOf(1_000_000_000);
    private static final Map<RuleKind, Set<String>> NEEDED = Map.of(
            RuleKind.RANK_AT_CLOSE, Set.of("leaderboard", "windowDefinitionKey"),
            RuleKind.STREAK, Set.of("streak", "atLeast"),
            RuleKind.SCORE, Set.of("leaderboard", "windowDefinitionKey", "atLeast"),
            RuleKind.COUNTER, Set.of("policy", "counter", "atLeast", "days"),
            RuleKind.PEERS, Set.of("policy", "atLeast", "days"),
            RuleKind.MANUAL, Set.of());
    private static final Set<String> OF_RANKS = Set.of("rankAtMost", "topPercent", "group");

    private final Streaks streaks;
    private final ScoringPolicies policies;

    RuleCheck(Streaks streaks, ScoringPolicies policies) {
        this.streaks = streaks;
        this.policies = policies;
    }

    /**
     * Refuses, in this order: LEADERBOARD_NOT_FOUND, STREAK_NOT_FOUND, SCORING_POLICY_NOT_FOUND, COUNTER_NOT_FOUND, INVALID_BADGE.
     *
     * @param board of the rule; null where there is none such, or where it names none
     */
    void check(int app, BadgeRule rule, @Nullable Leaderboard board) {
        checkThere(app, rule, board);
        checkFields(rule);
        checkNumbers(rule);
        if (board != null && rule.ofLeaderboard()) {
            checkBoard(rule, board);
        }
    }

    private void checkThere(int app, BadgeRule rule, @Nullable Leaderboard board) {
        if (rule.leaderboard() != null && board == null) {
            throw unknownLeaderboard();
        }
        if (rule.streak() != null && streaks.byKey(app, rule.streak()).isEmpty()) {
            throw refused(ErrorCode.STREAK_NOT_FOUND, "There is no such streak.", "streak");
        }
        if (rule.policy() == null) {
            return;
        }
        ScoringPolicy policy = policies.byKey(app, rule.policy())
                .orElseThrow(() -> refused(ErrorCode.SCORING_POLICY_NOT_FOUND, "There is no such policy.", "policy"));
        boolean counted = policy.versions().stream()
                .flatMap(version -> version.rules().counters().stream())
                .anyMatch(counter -> counter.name().equals(rule.counter()));
        if (rule.counter() != null && !counted) {
            throw refused(ErrorCode.COUNTER_NOT_FOUND, "The policy has no such counter.", "counter");
        }
    }

    private static void checkFields(BadgeRule rule) {
        Map<String, Boolean> said = said(rule);
        Set<String> needed = NEEDED.getOrDefault(rule.kind(), Set.of());
        boolean ranks = rule.kind() == RuleKind.RANK_AT_CLOSE;
        said.forEach((field, says) -> {
            if (needed.contains(field) && !says) {
                throw invalid("A rule of this kind needs this.", field);
            }
            if (says && !needed.contains(field) && !(ranks && OF_RANKS.contains(field))) {
                throw invalid("A rule of this kind does not say this.", field);
            }
        });
        if (ranks && (rule.rankAtMost() == null) == (rule.topPercent() == null)) {
            throw invalid("A rule of this kind says either how many or how many of a hundred.", "rankAtMost");
        }
    }

    private static Map<String, Boolean> said(BadgeRule rule) {
        Map<String, Boolean> said = new LinkedHashMap<>();
        said.put("leaderboard", rule.leaderboard() != null);
        said.put("windowDefinitionKey", rule.definition() != null);
        said.put("rankAtMost", rule.rankAtMost() != null);
        said.put("topPercent", rule.topPercent() != null);
        said.put("group", rule.group() != null);
        said.put("streak", rule.streak() != null);
        said.put("policy", rule.policy() != null);
        said.put("counter", rule.counter() != null);
        said.put("atLeast", rule.atLeast() != null);
        said.put("days", rule.days() != null);
        return said;
    }

    private static void checkNumbers(BadgeRule rule) {
        within("rankAtMost", rule.rankAtMost(), MOST_RANKS);
        within("topPercent", rule.topPercent(), MOST_PERCENT);
        within("days", rule.days(), MOST_DAYS);
        BigDecimal atLeast = rule.atLeast();
        if (atLeast == null || rule.kind() == RuleKind.SCORE) {
            return;
        }
        boolean whole = atLeast.stripTrailingZeros().scale() <= 0;
        if (atLeast.signum() <= 0
                || atLeast.compareTo(MOST_COUNTED) > 0
                || (rule.kind() != RuleKind.COUNTER && !whole)) {
            throw invalid(
                    "What is counted is more than 0 and at most 1,000,000,000; days and others are whole.", "atLeast");
        }
    }

    private static void within(String field, @Nullable Integer value, int most) {
        if (value != null && (value < 1 || value > most)) {
            throw invalid("This is 1 to " + most + ".", field);
        }
    }

    private static void checkBoard(BadgeRule rule, Leaderboard board) {
        WindowDefinition definition = board.windows().stream()
                .filter(one -> one.key().equals(rule.definition()))
                .findFirst()
                .orElseThrow(() -> invalid(
                        "The leaderboard has no window definition with the key" + " `" + rule.definition() + "`.",
                        "windowDefinitionKey"));
        boolean ends =
                switch (definition.kind()) {
                    case ALL_TIME -> false;
                    default -> true;
                };
        if (rule.kind() == RuleKind.RANK_AT_CLOSE && !ends) {
            throw invalid("These windows do not end.", "windowDefinitionKey");
        }
        if (board.grouping(rule.ranked().attributes()).isEmpty()) {
            throw invalid("The leaderboard has no groups of these attributes.", "group");
        }
    }

    static RefusedException unknownLeaderboard() {
        return refused(ErrorCode.LEADERBOARD_NOT_FOUND, "There is no such leaderboard.", "leaderboard");
    }

    static RefusedException invalid(String message, String... path) {
        return refused(ErrorCode.INVALID_BADGE, message, path);
    }

    private static RefusedException refused(ErrorCode code, String message, String... path) {
        String[] whole = new String[path.length + 1];
        whole[0] = "rule";
        System.arraycopy(path, 0, whole, 1, path.length);
        return new RefusedException(code, message, whole);
    }
}
