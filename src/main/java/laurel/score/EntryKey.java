package laurel.score;

import io.micronaut.core.annotation.Introspected;
import laurel.window.RankingId;

/** The primary key of an entry. */
@Introspected
record EntryKey(long rankingId, long participantId) {
    String table() {
        return RankingId.entryTable(rankingId);
    }
}
