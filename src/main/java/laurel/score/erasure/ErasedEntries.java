package laurel.score.erasure;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import laurel.change.Outbox;
import laurel.leaderboard.Leaderboard;
import laurel.participant.ParticipantLocks;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankIndexes;
import laurel.request.erasure.ErasedName;
import laurel.request.erasure.ErasureSubject;
import laurel.score.entry.EntryRepository;
import laurel.score.entry.EntryRepository.GroupedRow;
import laurel.score.entry.EntryWriter;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.score.erasure.ErasedEntryRepository.NamedEntry;
import laurel.window.FinalRevisions;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.Windows;

/**
 * Removes the name of a participant from its entries, and the entries if they do not stay. Entries have a copy of the external
 * ID, which is the last key of their order.
 */
@Singleton
public class ErasedEntries {
    private final ErasedEntryRepository repository;
    private final EntryRepository entries;
    private final EntryWriter writer;
    private final RankIndexes indexes;
    private final Outbox outbox;
    private final Windows windows;
    private final FinalRevisions revisions;
    private final ParticipantLocks participants;

    ErasedEntries(
            ErasedEntryRepository repository,
            EntryRepository entries,
            EntryWriter writer,
            RankIndexes indexes,
            Outbox outbox,
            Windows windows,
            FinalRevisions revisions,
            ParticipantLocks participants) {
        this.repository = repository;
        this.entries = entries;
        this.writer = writer;
        this.indexes = indexes;
        this.outbox = outbox;
        this.windows = windows;
        this.revisions = revisions;
        this.participants = participants;
    }

    /** Returns the leaderboards with entries of a participant that are ranked. */
    public Set<Integer> boards(long participant) {
        return repository.entries(participant).stream()
                .map(NamedEntry::leaderboardId)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns the leaderboards on which entries of an erased participant may be left. A transaction that found the participant
     * before may still add one: it has the lock of the leaderboard. One that locks it later does not find the participant.
     */
    public Set<Integer> unfinished(ErasureSubject subject) {
        Set<Integer> boards = new TreeSet<>(repository.locked(subject.app()));
        String idKey = repository.idKey(subject.participant());
        // A statement of its own: what was committed before a lock was released is visible to it.
        repository.entries(subject.participant()).stream()
                .filter(entry -> removes(subject, entry.leaderboardId()) || !entry.isAnonymous(idKey))
                .map(NamedEntry::leaderboardId)
                .forEach(boards::add);
        return boards;
    }

    private static boolean removes(ErasureSubject subject, int board) {
        return subject.removedFromAll() || subject.withheldOn().contains(board);
    }

    /**
     * Erases the name from the entries on a leaderboard, then removes them if they do not stay: the others move up, and final
     * windows get a new revision. The participant has lost its name, in the caller's transaction or before. The caller holds the
     * lock of the leaderboard.
     */
    public void erase(ErasureSubject subject, Leaderboard board, Instant now) {
        long participant = subject.participant();
        String idKey = repository.idKey(participant);
        List<NamedEntry> named = repository.entries(participant).stream()
                .filter(entry -> entry.leaderboardId() == board.id() && !entry.isAnonymous(idKey))
                .toList();
        if (!named.isEmpty()) {
            anonymize(participant, named, idKey);
            outbox.appendWithoutNewScores(board.id(), now);
        }
        if (removes(subject, board.id())) {
            remove(participant, board, now);
        }
    }

    private void anonymize(long participant, List<NamedEntry> named, String idKey) {
        Map<Long, Long> windowsByRanking =
                named.stream().collect(Collectors.toMap(NamedEntry::rankingId, NamedEntry::windowId));
        List<Long> tied = repository.tied(participant, windowsByRanking.keySet());
        revisions.correct(tied.stream().map(windowsByRanking::get).collect(Collectors.toSet()), tied);
        repository.repeatStores(windowsByRanking.values());
        repository.anonymize(participant, idKey, windowsByRanking.keySet());
        indexes.update(named.stream()
                .map(entry -> new EntryMove(
                        entry.rankingId(), entry.key(participant, entry.idKey()), entry.key(participant, idKey)))
                .toList());
    }

    private void remove(long participant, Leaderboard board, Instant now) {
        List<GroupedRow> rows = entries.unexpired(board.id(), participant, false);
        if (rows.isEmpty()) {
            return;
        }
        Map<Long, Window> byId = windows.byIds(
                board.appId(), rows.stream().map(GroupedRow::windowId).collect(Collectors.toSet()));
        List<EntryUpdate> updates = new ArrayList<>();
        Map<RankingKey, Long> rankings = new HashMap<>();
        for (GroupedRow row : rows) {
            Window window = byId.get(row.windowId());
            if (window != null) {
                updates.add(
                        new EntryUpdate(board, window.id(), window.kind(), participant, row.entry(board), null, false));
                rankings.put(
                        new RankingKey(window.id(), row.groupValues()),
                        row.row().rankingId());
            }
        }
        revisions.correct(byId.keySet(), rankings.values());
        writer.write(updates, List.of(), rankings, now);
    }

    /**
     * Returns the rankings whose rank index has the external ID in a separator, or a part of it that only the participant has. They
     * are to be rebuilt.
     */
    public List<IndexedRanking> withSeparators(ErasureSubject subject, ErasedName name) {
        int type = name.entityType().length() + 1;
        return repository.separators(subject, name).stream()
                .filter(separator -> separator.idKey().length() > type
                        && !participants.isShared(
                                subject.app(),
                                name.entityType(),
                                separator.idKey().substring(type)))
                .map(separator -> new IndexedRanking(separator.rankingId(), separator.leaderboardId()))
                .distinct()
                .toList();
    }

    /**
     * Rebuilds the index of a ranking, or deletes it if the ranking does not exist any more; its entries may have been dropped. The
     * caller holds the lock of its leaderboard.
     */
    public void rebuild(long ranking) {
        if (repository.hold(ranking)) {
            indexes.rebuild(ranking);
        } else {
            indexes.delete(Set.of(ranking));
        }
    }
}
