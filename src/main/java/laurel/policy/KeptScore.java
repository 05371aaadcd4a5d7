package laurel.policy;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a pillar came to on a day, as it is kept.
 *
 * @param taken what of it was submitted to the pillar's board, and not refused
 * @param leaderboardId to which board; null where to none
 */
record KeptScore(
        PolicyDay day,
        String pillar,
        BigDecimal score,
        BigDecimal taken,
        @Nullable Integer leaderboardId) {}
