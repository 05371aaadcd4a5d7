package laurel.score.backfill;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Leaderboard;
import laurel.rankindex.Blocks;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.backfill.BackfilledEntryRepository.Difference;
import laurel.score.backfill.BackfilledEntryRepository.Touched;
import laurel.score.entry.EntryRepository;
import laurel.score.entry.EntryRepository.EntryKey;
import laurel.score.entry.GroupingCounts;
import laurel.score.ledger.LedgerRetention;
import laurel.score.submission.StandingChange;
import laurel.window.FinalRevisions;
import laurel.window.RankingId;
import laurel.window.Window;
import laurel.window.Windows;

/** Makes what stands in whole windows what the ledger says, and the rank index with it. */
@Singleton
class BackfilledEntries {
    private final BackfilledEntryRepository repository;
    private final EntryRepository entries;
    private final LedgerRetention retention;
    private final Windows windows;
    private final FinalRevisions corrections;
    private final Blocks blocks;

    BackfilledEntries(
            BackfilledEntryRepository repository,
            EntryRepository entries,
            LedgerRetention retention,
            Windows windows,
            FinalRevisions corrections,
            Blocks blocks) {
        this.repository = repository;
        this.entries = entries;
        this.retention = retention;
        this.windows = windows;
        this.corrections = corrections;
        this.blocks = blocks;
    }

    /** How many entries changed, and the first of them. */
    record Outcome(int entries, List<BackfillChange> changes) {}

    /** Derives these windows. Refuses LEDGER_INCOMPLETE, SCORE_OUT_OF_RANGE. The caller holds the lock of the board. */
    Outcome fill(Leaderboard board, List<Window> taking) {
        if (taking.isEmpty()) {
            return new Outcome(0, List.of());
        }
        derive(board, taking);
        windows.rankings(Set.copyOf(repository.groups()));
        repository.order();
        taking.stream()
                .collect(groupingBy(Window::entryTable, mapping(Window::id, toList())))
                .forEach((table, ids) -> repository.note(table, ids));
        List<Touched> touched = repository.compare();
        List<Difference> first = repository.first(BackfillWindowsResult.MOST_CHANGES);
        Set<EntryKey> keys = first.stream().map(Difference::key).collect(Collectors.toSet());
        Map<EntryKey, Integer> before = entries.ranks(keys);
        write(touched);
        Map<EntryKey, Integer> after = entries.ranks(keys);
        return new Outcome(
                touched.stream().mapToInt(Touched::entries).sum(),
                first.stream().map(one -> told(board, one, before, after)).toList());
    }

    private void derive(Leaderboard board, List<Window> taking) {
        List<GroupingCounts> counting =
                GroupingCounts.all(board, taking.stream().map(Window::id).toList());
        boolean fits = repository.derive(board, counting, TimeRange.of(taking));
        retention.checkComplete(board, null, taking);
        if (!fits) {
            throw new RefusedException(
                    ErrorCode.SCORE_OUT_OF_RANGE, "The sum of the submissions of a window exceeds 64 bits.");
        }
    }

    private void write(List<Touched> touched) {
        corrections.correct(
                touched.stream().map(Touched::windowId).collect(Collectors.toSet()),
                touched.stream().map(Touched::rankingId).toList());
        Collection<List<Long>> byTable = touched.stream()
                .map(Touched::rankingId)
                .collect(groupingBy(RankingId::entryTable))
                .values();
        byTable.forEach(rankings -> repository.write(rankings));
        touched.stream()
                .filter(one -> one.indexed() || blocks.wanted(one.total()))
                .forEach(one -> blocks.rebuild(one.rankingId()));
    }

    private static BackfillChange told(
            Leaderboard board, Difference one, Map<EntryKey, Integer> before, Map<EntryKey, Integer> after) {
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
        return BackfillChange.of(one.window(), one.zone(), one.startsAt(), change);
    }
}
