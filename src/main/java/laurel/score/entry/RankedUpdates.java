package laurel.score.entry;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKey;
import laurel.score.entry.EntryRepository.EntryKey;
import laurel.score.entry.EntryWriteRepository.EntryRows;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.window.RankingKey;
import org.jspecify.annotations.Nullable;

/**
 * What updates change in the database. A batch has thousands, so each ranking and each key is looked up once.
 *
 * @param stored  entries to store
 * @param removed the keys of entries that were removed, or that moved to another group
 * @param byBoard moves by leaderboard
 */
record RankedUpdates(List<EntryRow> stored, List<EntryKey> removed, Map<Integer, List<EntryMove>> byBoard) {
    /** An entry of an update, as it is stored. */
    private record RankedEntry(EntryRow row, RankKey key) {}

    /**
     * @param rankings ids of all rankings of the updates
     * @param idKeys of the participants
     */
    static RankedUpdates of(Collection<EntryUpdate> updates, Map<RankingKey, Long> rankings, Map<Long, String> idKeys) {
        RankedUpdates ranked = new RankedUpdates(new ArrayList<>(), new ArrayList<>(), new HashMap<>());
        for (EntryUpdate update : updates) {
            RankedEntry before = ranked(update, update.before(), rankings, idKeys);
            RankedEntry after = ranked(update, update.after(), rankings, idKeys);
            ranked.add(update, before, after);
        }
        return ranked;
    }

    private static @Nullable RankedEntry ranked(
            EntryUpdate update, @Nullable Entry entry, Map<RankingKey, Long> rankings, Map<Long, String> idKeys) {
        if (entry == null) {
            return null;
        }
        long ranking = requireNonNull(rankings.get(new RankingKey(update.windowId(), entry.group())));
        EntryRow row = EntryRow.of(update.board(), new EntryKey(ranking, update.participantId()), entry);
        return new RankedEntry(row, row.rankKey(requireNonNull(idKeys.get(update.participantId()))));
    }

    private void add(EntryUpdate update, @Nullable RankedEntry before, @Nullable RankedEntry after) {
        boolean stays = before != null && after != null && before.row.rankingId() == after.row.rankingId();
        if (before != null && !stays) {
            removed.add(before.row.key());
            move(update, new EntryMove(before.row.rankingId(), before.key, null));
        }
        if (after != null) {
            stored.add(after.row);
            move(update, new EntryMove(after.row.rankingId(), stays ? requireNonNull(before).key : null, after.key));
        }
    }

    private void move(EntryUpdate update, EntryMove move) {
        byBoard.computeIfAbsent(update.board().id(), none -> new ArrayList<>()).add(move);
    }

    /** Returns the moves of all leaderboards. */
    List<EntryMove> moves() {
        return byBoard.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the rows of entries of banned and hidden participants. */
    EntryRows withheld() {
        return new EntryRows(stored, removed, true);
    }
}
