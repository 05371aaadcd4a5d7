package laurel.badge;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import laurel.leaderboard.Group;
import laurel.request.SchemaTyped;
import org.jspecify.annotations.Nullable;

/**
 * What earns a badge. Stored as JSON.
 *
 * @param leaderboardKey      RANK_AT_CLOSE and SCORE
 * @param windowDefinitionKey RANK_AT_CLOSE and SCORE: which windows of the leaderboard
 * @param maxRank             RANK_AT_CLOSE
 * @param topFraction         RANK_AT_CLOSE, instead of a rank: fraction of the ranking's participants, rounded up
 * @param group               RANK_AT_CLOSE: the group of the ranking; null is everyone
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
        @Nullable String streakKey,
        @Nullable String scoringPolicyKey,
        @Nullable String counterName,
        @Nullable BigDecimal threshold,
        @Nullable Integer dayCount)
        implements SchemaTyped {

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

    /** The group of the ranking; everyone by default. */
    public Group rankedGroup() {
        return group == null ? Group.EVERYONE : group;
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

    /** Whether it is earned on a leaderboard. */
    boolean isAboutLeaderboard() {
        return kind == RuleKind.RANK_AT_CLOSE || kind == RuleKind.SCORE;
    }
}
