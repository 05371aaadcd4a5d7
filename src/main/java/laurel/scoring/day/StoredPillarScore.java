package laurel.scoring.day;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

/**
 * What a pillar came to on a day, as it is kept.
 *
 * @param taken what of it was submitted to the pillar's board, and not refused
 * @param leaderboardId to which board; null if to none
 * @param group where the participant belonged then; null if nothing was submitted, or it is not known
 */
@Introspected
record StoredPillarScore(
        PolicyDay day,
        String pillar,
        BigDecimal score,
        BigDecimal taken,
        @Nullable Integer leaderboardId,
        @Nullable Group group) {}
