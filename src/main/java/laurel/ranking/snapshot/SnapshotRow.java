package laurel.ranking.snapshot;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import laurel.database.sql.Json;
import laurel.ranking.Ranks;
import org.jspecify.annotations.Nullable;

/**
 * A row of the result of a {@link SnapshotQuery}.
 *
 * @param queryNumber number of the query
 * @param marked    whether the standing is the one before the page
 * @param total     number of standings in the ranking
 * @param sortKey   key of the score, see {@link laurel.leaderboard.SortOrder#key}
 * @param rank      RANK()
 * @param denseRank DENSE_RANK()
 * @param position  ROW_NUMBER()
 * @param cumeDist  CUME_DIST()
 */
@Introspected
public record SnapshotRow(
        int queryNumber,
        boolean marked,
        long total,
        long participantId,
        BigDecimal sortKey,
        BigDecimal subscoreKey,
        Instant achievedAt,
        @Nullable Json metadata,
        int rank,
        int denseRank,
        int position,
        double percentRank,
        double cumeDist) {

    public Ranks ranks() {
        return new Ranks(rank, denseRank, position, Math.toIntExact(total));
    }

    boolean ties(SnapshotRow other) {
        return rank == other.rank;
    }
}
