package laurel.score.submission;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryChange;
import laurel.score.entry.EntryRepository;
import laurel.score.entry.EntryRepository.InWindow;
import laurel.score.entry.EntryWriter;
import laurel.score.entry.EntryWriter.Affected;
import laurel.score.entry.EntryWriter.Move;
import laurel.score.entry.GroupEntry;
import laurel.score.entry.GroupingCounts;
import laurel.score.ledger.DerivationRepository;
import laurel.score.ledger.DerivationRepository.Derived;
import laurel.score.ledger.Ledger;
import laurel.score.ledger.LedgerRetention;
import laurel.score.submission.Scores.RemovedSubmission;
import laurel.window.FinalRevisions;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/** The transaction that takes a submission out again: a fixed number of statements, however much it counted in. */
@Singleton
class SubmissionRemover {
    private final Leaderboards leaderboards;
    private final EntryRepository entries;
    private final DerivationRepository derivations;
    private final EntryWriter writer;
    private final Ledger ledger;
    private final LedgerRetention retention;
    private final Windows windows;
    private final FinalRevisions corrections;

    SubmissionRemover(
            Leaderboards leaderboards,
            EntryRepository entries,
            DerivationRepository derivations,
            EntryWriter writer,
            Ledger ledger,
            LedgerRetention retention,
            Windows windows,
            FinalRevisions corrections) {
        this.leaderboards = leaderboards;
        this.entries = entries;
        this.derivations = derivations;
        this.writer = writer;
        this.ledger = ledger;
        this.retention = retention;
        this.windows = windows;
        this.corrections = corrections;
    }

    /**
     * Removes a submission; the entries that it counted in become what is left of the ledger makes them. Null where the
     * board is gone, or the submission is not kept any more.
     *
     * @param leaderboard the id of the submission's
     */
    @Nullable
    RemovedSubmission remove(
            int app, int leaderboard, Scores.Removal removal, Collection<ChangeFilter> ranked, Instant now) {
        Leaderboard board = leaderboards.lock(app, Set.of(leaderboard)).get(leaderboard);
        if (board == null) {
            return null;
        }
        boolean removed = ledger.remove(removal.id(), removal.reason(), now) > 0;
        // Under the lock: a filling may have let it count in more windows while this waited.
        Ledger.Counted counted = ledger.byId(app, removal.id()).orElse(null);
        if (counted == null) {
            return null;
        }
        List<EntryChange> changes = removed ? derive(board, counted, ranked, now) : List.of();
        return new RemovedSubmission(counted.submission(), changes, removal.dryRun());
    }

    private List<EntryChange> derive(
            Leaderboard board, Ledger.Counted counted, Collection<ChangeFilter> ranked, Instant now) {
        long participant = counted.submission().participantId();
        List<Window> windows = standing(board, counted.windowIds());
        Map<InWindow, List<EntryRepository.PlacedRow>> stood = entries.find(windows.stream()
                .map(window -> new InWindow(window, participant))
                .toList());
        Map<GroupingCounts, List<Derived>> left = derivations.derive(
                GroupingCounts.all(board, windows.stream().map(Window::id).toList()), Set.of(participant));
        // After the ledger was read: what is dropped only from now on was still there.
        retention.checkComplete(board, participant, windows);
        List<Move> moves = new ArrayList<>();
        List<Affected> affected = new ArrayList<>();
        for (Window window : windows) {
            var rows = stood.getOrDefault(new InWindow(window, participant), List.of());
            for (Grouping grouping : board.groupings()) {
                GroupEntry before = before(board, grouping, rows);
                GroupEntry after = after(grouping, left.get(GroupingCounts.of(board, window.id(), grouping)));
                GroupEntry either = after == null ? before : after;
                if (either != null) {
                    moves.add(new Move(board, window.id(), participant, before, after));
                    Entry entry = after == null ? null : after.entry();
                    EntryChange change = EntryChange.unranked(window, either.group(), before, entry);
                    affected.add(new Affected(participant, change, ChangeFilter.anyTakes(ranked, change)));
                }
            }
        }
        return write(moves, affected, now);
    }

    /** Those of these windows in which anything can stand, in the same order; read under the lock. */
    private List<Window> standing(Leaderboard board, List<Long> ids) {
        Map<Long, Window> byId = windows.byIds(board.appId(), ids);
        return ids.stream()
                .map(byId::get)
                .filter(Objects::nonNull)
                .filter(window -> window.expiredAt() == null)
                .toList();
    }

    private List<EntryChange> write(List<Move> moves, List<Affected> affected, Instant now) {
        if (moves.isEmpty()) {
            return List.of();
        }
        Map<RankingKey, Long> rankings =
                windows.rankings(moves.stream().flatMap(Move::rankings).collect(Collectors.toSet()));
        List<Move> changing = moves.stream().filter(Move::changes).toList();
        corrections.correct(
                changing.stream().map(Move::windowId).collect(Collectors.toSet()),
                changing.stream()
                        .flatMap(Move::rankings)
                        .map(ranking -> Objects.requireNonNull(rankings.get(ranking)))
                        .collect(Collectors.toSet()));
        return writer.write(changing, affected, rankings, now);
    }

    private static @Nullable GroupEntry before(
            Leaderboard board, Grouping grouping, List<EntryRepository.PlacedRow> rows) {
        return rows.stream()
                .filter(row -> grouping.has(row.groupValues().attributes()))
                .findFirst()
                .map(row -> row.placed(board))
                .orElse(null);
    }

    private static @Nullable GroupEntry after(Grouping grouping, @Nullable List<Derived> derived) {
        if (derived == null) {
            return null;
        }
        Derived one = derived.getFirst();
        return new GroupEntry(grouping.group(one.groupValues().values()), one.entry());
    }
}
