package laurel.season;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import laurel.leaderboard.ScoreFormat;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The next season of a leaderboard.
 *
 * @param expectedVersion of the leaderboard; null for any
 * @param name            null for "Season" and its number
 * @param startsAt        null for now
 * @param endsAt          null for open-ended
 * @param retainPrevious  whether the standings of the previous season are retained; null for true
 * @param carryOver       fraction of the previous score; null for none
 */
@Introspected
public record NewSeason(
        String leaderboardKey,
        @Nullable Integer expectedVersion,
        @Nullable String name,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        @Nullable Boolean retainPrevious,
        @Nullable String carryOver) {
    boolean retainsPrevious() {
        return retainPrevious == null || retainPrevious;
    }

    /** Refuses INVALID_NUMBER. */
    @Nullable
    BigDecimal fraction() {
        BigDecimal fraction = carryOver == null ? null : ScoreFormat.number(carryOver);
        if (carryOver != null && fraction == null) {
            throw new RefusedException(ErrorCode.INVALID_NUMBER, "`carryOver` must be a decimal number.", "carryOver");
        }
        return fraction;
    }
}
