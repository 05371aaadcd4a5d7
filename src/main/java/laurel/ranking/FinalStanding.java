package laurel.ranking;

import java.time.Instant;
import laurel.database.Json;
import org.jspecify.annotations.Nullable;

/**
 * An entry and its place when the window became final.
 *
 * @param score       fixed-point
 * @param rank        RANK()
 * @param denseRank   DENSE_RANK()
 * @param position    ROW_NUMBER()
 * @param percentRank PERCENT_RANK()
 * @param cumeDist    CUME_DIST()
 */
record FinalStanding(
        Ranking ranking,
        long participantId,
        long score,
        long subscore,
        Instant achievedAt,
        @Nullable Json metadata,
        int rank,
        int denseRank,
        int position,
        double percentRank,
        double cumeDist) {}
