package laurel.ranking;

import java.time.Instant;
import laurel.database.Json;
import org.jspecify.annotations.Nullable;

/** An entry as a query finds it. The counts are those of the best entry of its page; null where not asked for. */
record StandingRow(
        long sortKey,
        long subscoreKey,
        long tieKey,
        long participantId,
        Instant achievedAt,
        @Nullable Json metadata,
        @Nullable Long better,
        @Nullable Long betterDistinct,
        @Nullable Long before,
        @Nullable Long total) {

    EntryPlace place() {
        return new EntryPlace(sortKey, subscoreKey, tieKey, participantId);
    }
}
