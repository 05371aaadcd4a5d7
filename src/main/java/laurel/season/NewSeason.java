package laurel.season;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import laurel.leaderboard.ScoreFormat;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The next season of a board.
 *
 * @param expectedVersion of the board; null is any
 * @param name            null is its number
 * @param startsAt        null is at once
 * @param endsAt          null is open-ended
 * @param retainPrevious  whether the standings of the season before are kept; null is true
 * @param carryOver       a fraction; null is none
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
