package laurel.score.backfill;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Leaderboard;
import laurel.rankindex.RankIndexes;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.backfill.BackfilledEntryRepository.ChangedRanking;
import laurel.score.backfill.BackfilledEntryRepository.EntryDifference;
import laurel.score.entry.EntryRepository;
import laurel.score.entry.EntryRepository.EntryKey;
import laurel.score.ledger.DerivationScope;
import laurel.score.ledger.LedgerRetention;
import laurel.score.submission.StandingChange;
import laurel.window.FinalRevisions;
import laurel.window.RankingId;
import laurel.window.Window;
import laurel.window.Windows;

/** Derives the entries of whole windows from the ledger, and rebuilds their rank index. */
@Singleton
class BackfilledEntries {
    private final BackfilledEntryRepository repository;
    private final EntryRepository entries;
    private final LedgerRetention retention;
    private final Windows windows;
    private final FinalRevisions corrections;
    private final RankIndexes indexes;

    BackfilledEntries(
            BackfilledEntryRepository repository,
            EntryRepository entries,
            LedgerRetention retention,
            Windows windows,
            FinalRevisions corrections,
            RankIndexes indexes) {
        this.repository = repository;
        this.entries = entries;
        this.retention = retention;
        this.windows = windows;
        this.corrections = corrections;
        this.indexes = indexes;
    }

    /** The number of changed entries, and the first changes. */
    record BackfilledChanges(int entryCount, List<BackfillChange> changes) {}

    /** Refuses LEDGER_INCOMPLETE, SCORE_OUT_OF_RANGE. The caller holds the lock of the leaderboard. */
    BackfilledChanges backfill(Leaderboard board, List<Window> backfilled, Instant now) {
        if (backfilled.isEmpty()) {
            return new BackfilledChanges(0, List.of());
        }
        derive(board, backfilled);
        windows.rankings(Set.copyOf(repository.groups()), now);
        repository.sort();
        repository.withhold(board, backfilled.stream().map(Window::id).toList());
        backfilled.stream()
                .collect(groupingBy(Window::entryTable, mapping(Window::id, toList())))
                .forEach((table, ids) -> repository.readCurrent(table, ids));
        List<ChangedRanking> changed = repository.compare();
        List<EntryDifference> first = repository.firstDifferences(BackfillWindowsResult.MAX_CHANGES);
        Set<EntryKey> keys = first.stream().map(EntryDifference::key).collect(Collectors.toSet());
        Map<EntryKey, Integer> before = entries.ranks(keys);
        write(changed);
        Map<EntryKey, Integer> after = entries.ranks(keys);
        return new BackfilledChanges(
                changed.stream().mapToInt(ChangedRanking::changedCount).sum(),
                first.stream().map(one -> change(board, one, before, after)).toList());
    }

    private void derive(Leaderboard board, List<Window> backfilled) {
        List<DerivationScope> scopes =
                DerivationScope.all(board, backfilled.stream().map(Window::id).toList());
        boolean fits = repository.derive(board, scopes, TimeRange.of(backfilled));
        retention.checkComplete(board, null, backfilled);
        if (!fits) {
            throw new RefusedException(
                    ErrorCode.SCORE_OUT_OF_RANGE, "The sum of the submissions of a window exceeds 64 bits.");
        }
    }

    private void write(List<ChangedRanking> changed) {
        corrections.correct(
                changed.stream().map(ChangedRanking::windowId).collect(Collectors.toSet()),
                changed.stream().map(ChangedRanking::rankingId).toList());
        Collection<List<Long>> byTable = changed.stream()
                .map(ChangedRanking::rankingId)
                .collect(groupingBy(RankingId::entryTable))
                .values();
        byTable.forEach(rankings -> repository.write(rankings));
        changed.stream()
                .filter(one -> one.indexed() || indexes.isIndexed(one.entryCount()))
                .forEach(one -> indexes.rebuild(one.rankingId()));
    }

    private static BackfillChange change(
            Leaderboard board, EntryDifference one, Map<EntryKey, Integer> before, Map<EntryKey, Integer> after) {
        StandingChange change = new StandingChange(
                board.id(),
                one.windowId(),
                one.participantId(),
                one.groupValues(),
                one.previousScore() == null ? null : one.groupValues(),
                board.decimals(),
                StandingChange.big(one.previousScore()),
                one.score(),
                before.get(one.key()),
                after.get(one.key()));
        return BackfillChange.of(one.window(), one.timeZone(), one.startsAt(), change);
    }
}
