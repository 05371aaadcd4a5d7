package laurel.score.entry;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.database.sql.Json;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.SortOrder;
import laurel.rankindex.RankKey;
import laurel.score.entry.EntryRepository.EntryKey;
import org.jspecify.annotations.Nullable;

/** An entry as it is stored: its scores are keys in the order of its ranking. */
@Introspected
public record EntryRow(
        long rankingId,
        long participantId,
        long sortKey,
        long subscoreKey,
        long tieKey,
        Instant achievedAt,
        long submissionId,
        @Nullable Json metadata) {

    /** @param order that of its ranking, which may be another than the board's */
    static EntryRow of(Leaderboard board, SortOrder order, EntryKey key, Entry entry) {
        return new EntryRow(
                key.rankingId(),
                key.participantId(),
                order.key(entry.score()),
                order.key(entry.subscore()),
                board.tieRule().key(entry.achievedAt()),
                entry.achievedAt(),
                entry.submissionId(),
                entry.metadata());
    }

    /** @param order that of its ranking */
    Entry entry(SortOrder order) {
        return new Entry(order.score(sortKey), order.score(subscoreKey), achievedAt, submissionId, metadata);
    }

    /** Where it stands in its ranking. */
    RankKey place() {
        return new RankKey(sortKey, subscoreKey, tieKey, participantId);
    }

    public EntryKey key() {
        return new EntryKey(rankingId, participantId);
    }
}
