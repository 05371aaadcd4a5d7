package laurel.scoring.day;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

/**
 * Stored score of a pillar on a day.
 *
 * @param submittedScore score that the pillar's leaderboard has received, without rejected submissions
 * @param leaderboardId  target leaderboard; null if there is none
 * @param group          group in which the leaderboard received the score; null if it has received none, or the group is
 *                       unknown
 */
@Introspected
record StoredPillarScore(
        PolicyDay day,
        String pillar,
        BigDecimal score,
        BigDecimal submittedScore,
        @Nullable Integer leaderboardId,
        @Nullable Group group) {}
