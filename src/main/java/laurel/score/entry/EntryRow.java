package laurel.score.entry;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.database.sql.Json;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.SortOrder;
import laurel.rankindex.RankKey;
import laurel.score.entry.EntryRepository.EntryKey;
import org.jspecify.annotations.Nullable;

/** An entry as stored: scores are keys that sort in the order of the ranking. */
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

    static EntryRow of(Leaderboard board, EntryKey key, Entry entry) {
        SortOrder order = board.sortOrder(entry.group());
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

    /** @param group the group of the ranking, which may have a sort order of its own */
    Entry entry(Leaderboard board, Group group) {
        SortOrder order = board.sortOrder(group);
        return new Entry(group, order.score(sortKey), order.score(subscoreKey), achievedAt, submissionId, metadata);
    }

    RankKey rankKey(String idKey) {
        return new RankKey(sortKey, subscoreKey, tieKey, idKey, participantId);
    }

    public EntryKey key() {
        return new EntryKey(rankingId, participantId);
    }
}
