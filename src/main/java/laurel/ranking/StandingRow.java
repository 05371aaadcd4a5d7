package laurel.ranking;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.database.sql.Json;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/**
 * A row of the result of a {@link StandingQuery}: an entry and its metrics.
 *
 * @param queryNumber   number of the query
 * @param marked        whether the query marks this entry
 * @param betterEntries the metrics, each null unless requested; if the query finds consecutive entries, they are those of
 *                      the first
 */
@Introspected
public record StandingRow(
        int queryNumber,
        boolean marked,
        long sortKey,
        long subscoreKey,
        long tieKey,
        String idKey,
        long participantId,
        Instant achievedAt,
        long submissionId,
        @Nullable Json metadata,
        @Nullable Long betterEntries,
        @Nullable Long betterScores,
        @Nullable Long precedingEntries,
        @Nullable Long entryCount,
        @Nullable Long nextBetterScore) {

    RankKey key() {
        return new RankKey(sortKey, subscoreKey, tieKey, idKey, participantId);
    }
}
