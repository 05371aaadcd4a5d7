package laurel.score;

import java.time.Instant;
import laurel.database.Json;
import laurel.index.EntryPlace;
import laurel.leaderboard.Leaderboard;
import org.jspecify.annotations.Nullable;

/** An entry as it is stored: its scores are keys in the board's order. */
record EntryRow(
        long rankingId,
        long participantId,
        long sortKey,
        long subscoreKey,
        long tieKey,
        Instant achievedAt,
        long submissionId,
        @Nullable Json metadata) {

    static EntryRow of(Leaderboard board, EntryKey key, Entry entry) {
        return new EntryRow(
                key.rankingId(),
                key.participantId(),
                board.sortOrder().key(entry.score()),
                board.sortOrder().key(entry.subscore()),
                board.tieRule().key(entry.achievedAt()),
                entry.achievedAt(),
                entry.submissionId(),
                entry.metadata());
    }

    Entry entry(Leaderboard board) {
        return new Entry(
                board.sortOrder().score(sortKey),
                board.sortOrder().score(subscoreKey),
                achievedAt,
                submissionId,
                metadata);
    }

    /** Where it stands in its ranking. */
    EntryPlace place() {
        return new EntryPlace(sortKey, subscoreKey, tieKey, participantId);
    }

    EntryKey key() {
        return new EntryKey(rankingId, participantId);
    }
}
