package laurel.badge;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.request.SchemaTyped;
import org.jspecify.annotations.Nullable;

/**
 * What earns a badge. Stored as JSON.
 *
 * @param leaderboardKey      RANK_AT_CLOSE and SCORE
 * @param windowDefinitionKey RANK_AT_CLOSE and SCORE: which windows of the leaderboard
 * @param maxRank             RANK_AT_CLOSE
 * @param topFraction         RANK_AT_CLOSE, instead of a rank: fraction of the ranking's participants, rounded up
 * @param group               RANK_AT_CLOSE: the group of the ranking; null is everyone, or each group of the grouping
 * @param grouping            RANK_AT_CLOSE: attributes of a grouping, each group of which has winners; null for one ranking
 * @param streakKey           STREAK
 * @param scoringPolicyKey    COUNTER and PEERS
 * @param counterName         COUNTER: a counter of the scoring policy
 * @param threshold           STREAK, SCORE, COUNTER and PEERS: the number to reach
 * @param dayCount            COUNTER and PEERS: number of consecutive days that are counted
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BadgeRule(
        RuleKind kind,
        @Nullable String leaderboardKey,
        @Nullable String windowDefinitionKey,
        @Nullable Integer maxRank,
        @Nullable BigDecimal topFraction,
        @Nullable Group group,
        @Nullable List<String> grouping,
        @Nullable String streakKey,
        @Nullable String scoringPolicyKey,
        @Nullable String counterName,
        @Nullable BigDecimal threshold,
        @Nullable Integer dayCount)
        implements SchemaTyped {

    /** A rule on the ranks of one ranking, or of each ranking of a grouping. */
    public static BadgeRule ofRanks(
            @Nullable String leaderboard,
            @Nullable String windowDefinition,
            @Nullable Integer maxRank,
            @Nullable BigDecimal topFraction,
            @Nullable Group group,
            @Nullable List<String> grouping) {
        return new BadgeRule(
                RuleKind.RANK_AT_CLOSE,
                leaderboard,
                windowDefinition,
                maxRank,
                topFraction,
                group,
                grouping,
                null,
                null,
                null,
                null,
                null);
    }

    /** A rule on scores in windows. */
    public static BadgeRule ofScores(String leaderboard, String windowDefinition, @Nullable BigDecimal minScore) {
        return new BadgeRule(
                RuleKind.SCORE,
                leaderboard,
                windowDefinition,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                minScore,
                null);
    }

    /** A rule on activity, or a manual one. */
    public static BadgeRule ofActivity(
            RuleKind kind,
            @Nullable String streak,
            @Nullable String policy,
            @Nullable String counter,
            @Nullable BigDecimal threshold,
            @Nullable Integer dayCount) {
        return new BadgeRule(kind, null, null, null, null, null, null, streak, policy, counter, threshold, dayCount);
    }

    private static BigDecimal plain(BigDecimal number) {
        BigDecimal plain = number.stripTrailingZeros();
        return plain.setScale(Math.max(plain.scale(), 0));
    }

    /** Normalizes numbers, so that equal rules are equal. */
    public BadgeRule {
        if (threshold != null) {
            threshold = plain(threshold);
        }
        if (topFraction != null) {
            topFraction = plain(topFraction);
        }
    }

    @Override
    public String typeName() {
        return switch (kind) {
            case RANK_AT_CLOSE -> "RankAtCloseRule";
            case STREAK -> "StreakRule";
            case SCORE -> "ScoreRule";
            case COUNTER -> "CounterRule";
            case PEERS -> "PeersRule";
            case MANUAL -> "ManualRule";
        };
    }

    /** The group of the ranking, everyone by default; null if each group of the grouping has winners. */
    public @Nullable Group rankedGroup() {
        return group == null && grouping == null ? Group.EVERYONE : group;
    }

    /** The attributes of the ranked groups, in the order of groups. */
    public List<String> rankedAttributes() {
        Group only = rankedGroup();
        return List.copyOf(only == null ? new Grouping(requireNonNull(grouping)).inOrder() : only.attributes());
    }

    /** The worst rank that earns the badge in a ranking with this number of entries. */
    public int worstRank(int entryCount) {
        return maxRank != null
                ? maxRank
                : requireNonNull(topFraction)
                        .multiply(BigDecimal.valueOf(entryCount))
                        .setScale(0, RoundingMode.CEILING)
                        .intValueExact();
    }

    /** Number of consecutive days that are counted; 1 by default. */
    public int countedDays() {
        return dayCount == null ? 1 : dayCount;
    }

    /** The lowest fixed-point score that reaches the threshold. */
    public long minScore(int decimals) {
        return requireNonNull(threshold)
                .movePointRight(decimals)
                .setScale(0, RoundingMode.CEILING)
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .max(BigDecimal.valueOf(Long.MIN_VALUE))
                .longValueExact();
    }

    /** Whether it is earned by activity. */
    public boolean isAboutActivity() {
        return kind == RuleKind.STREAK || kind == RuleKind.COUNTER || kind == RuleKind.PEERS;
    }
}
