package laurel.season;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What somebody says that the next season of a board shall be.
 *
 * @param version  that they have read of the board
 * @param name     null is its number
 * @param startsAt null is at once
 * @param endsAt   null is open-ended
 */
@Introspected
record NewSeason(
        String leaderboard,
        int version,
        @Nullable String name,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        boolean archivePrevious,
        @Nullable BigDecimal carry) {}
