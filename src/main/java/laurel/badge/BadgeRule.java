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
 * By what a badge is earned; null is what the kind does not need.
 *
 * @param leaderboard key of a board, of RANK_AT_CLOSE and SCORE
 * @param definition  which of its windows: key of the definition
 * @param rankAtMost  of RANK_AT_CLOSE
 * @param topFraction of RANK_AT_CLOSE, in place of a rank: of the participants of the ranking, rounded up
 * @param group       of RANK_AT_CLOSE: whose ranking; null is that of everyone
 * @param streak      key of a streak, of STREAK
 * @param policy      key of a policy, of COUNTER and PEERS
 * @param counter     name of one of its counters, of COUNTER
 * @param atLeast     what is to be reached, of STREAK, SCORE, COUNTER and PEERS
 * @param days        over how many days in a row, of COUNTER and PEERS
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BadgeRule(
        RuleKind kind,
        @Nullable String leaderboard,
        @Nullable String definition,
        @Nullable Integer rankAtMost,
        @Nullable BigDecimal topFraction,
        @Nullable Group group,
        @Nullable String streak,
        @Nullable String policy,
        @Nullable String counter,
        @Nullable BigDecimal atLeast,
        @Nullable Integer days)
        implements SchemaTyped {

    private static BigDecimal plain(BigDecimal number) {
        BigDecimal plain = number.stripTrailingZeros();
        return plain.setScale(Math.max(plain.scale(), 0));
    }

    /** Equal numbers are written alike, so that equal rules are equal. */
    public BadgeRule {
        if (atLeast != null) {
            atLeast = plain(atLeast);
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

    /** The group whose ranking is meant. */
    public Group ranked() {
        return group == null ? Group.EVERYONE : group;
    }

    /** Over how many days in a row something is counted. */
    public int daysCounted() {
        return days == null ? 1 : days;
    }

    /** The least fixed-point score that reaches what it asks for. */
    public long leastScore(int decimals) {
        return requireNonNull(atLeast)
                .movePointRight(decimals)
                .setScale(0, RoundingMode.CEILING)
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .max(BigDecimal.valueOf(Long.MIN_VALUE))
                .longValueExact();
    }

    /** Whether it is earned by what participants do. */
    public boolean ofActivity() {
        return kind == RuleKind.STREAK || kind == RuleKind.COUNTER || kind == RuleKind.PEERS;
    }

    /** Whether it is earned by what stands on a leaderboard. */
    boolean ofLeaderboard() {
        return kind == RuleKind.RANK_AT_CLOSE || kind == RuleKind.SCORE;
    }
}
