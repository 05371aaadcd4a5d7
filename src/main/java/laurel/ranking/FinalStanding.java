package laurel.ranking;

import java.time.Instant;
import laurel.database.Json;
import laurel.graphql.Held;
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
        double cumeDist)
        implements Held {

    @Override
    public long heldBytes() {
        return metadata == null ? 0 : metadata.text().length();
    }
}
