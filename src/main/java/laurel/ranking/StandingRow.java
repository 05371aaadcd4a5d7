package laurel.ranking;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.database.sql.Json;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/**
 * An entry as a query finds it.
 *
 * @param ask    number of the question that it answers
 * @param marked whether it is the one that the question marks
 * @param better this and what follows are figures of the entry itself, or of the first where the question finds
 *               consecutive entries; null where not asked for
 */
@Introspected
public record StandingRow(
        int ask,
        boolean marked,
        long sortKey,
        long subscoreKey,
        long tieKey,
        long participantId,
        Instant achievedAt,
        long submissionId,
        @Nullable Json metadata,
        @Nullable Long better,
        @Nullable Long betterDistinct,
        @Nullable Long before,
        @Nullable Long total,
        @Nullable Long ahead) {

    RankKey place() {
        return new RankKey(sortKey, subscoreKey, tieKey, participantId);
    }
}
