package laurel.score;

import laurel.window.RankingId;

/** The primary key of an entry. */
record EntryKey(long rankingId, long participantId) {
    String table() {
        return RankingId.entryTable(rankingId);
    }
}
