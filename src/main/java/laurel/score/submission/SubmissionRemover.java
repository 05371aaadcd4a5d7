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
import laurel.score.entry.EntryRepository.GroupedRow;
import laurel.score.entry.EntryRepository.ParticipantInWindow;
import laurel.score.entry.EntryWriter;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.score.entry.EntryWriter.ReportedChange;
import laurel.score.ledger.DerivationRepository;
import laurel.score.ledger.DerivationRepository.Derived;
import laurel.score.ledger.DerivationScope;
import laurel.score.ledger.Ledger;
import laurel.score.ledger.LedgerRetention;
import laurel.score.submission.Scores.RemovedSubmission;
import laurel.window.FinalRevisions;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/** Removes a submission in one transaction with a fixed number of statements. */
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
     * Removes a submission and derives its entries again from the remaining ones. Returns null if the leaderboard was
     * deleted, or if the ledger does not keep the submission any more.
     *
     * @param leaderboard the id of the submission's leaderboard
     */
    @Nullable
    RemovedSubmission remove(
            int app, int leaderboard, Scores.Removal removal, Collection<ChangeFilter> ranked, Instant now) {
        Leaderboard board = leaderboards.lock(app, Set.of(leaderboard)).get(leaderboard);
        if (board == null) {
            return null;
        }
        boolean removed = ledger.remove(removal.id(), removal.reason(), now) > 0;
        // Read under the lock, because a backfill may have added it to more windows meanwhile.
        Ledger.CountedSubmission counted = ledger.byId(app, removal.id()).orElse(null);
        if (counted == null) {
            return null;
        }
        List<EntryChange> changes = removed ? derive(board, counted, ranked, now) : List.of();
        return new RemovedSubmission(counted.submission(), changes, removal.dryRun());
    }

    private List<EntryChange> derive(
            Leaderboard board, Ledger.CountedSubmission counted, Collection<ChangeFilter> ranked, Instant now) {
        long participant = counted.submission().participantId();
        List<Window> windows = unexpired(board, counted.windowIds());
        Map<ParticipantInWindow, List<GroupedRow>> current = entries.find(windows.stream()
                .map(window -> new ParticipantInWindow(window, participant))
                .toList());
        Map<DerivationScope, List<Derived>> derived = derivations.derive(
                DerivationScope.all(board, windows.stream().map(Window::id).toList()), Set.of(participant));
        // Checked after reading, because submissions that are dropped now were still read.
        retention.checkComplete(board, participant, windows);
        List<EntryUpdate> updates = new ArrayList<>();
        List<ReportedChange> reported = new ArrayList<>();
        List<Long> emptied = new ArrayList<>();
        for (Window window : windows) {
            int removed = 0;
            var rows = current.getOrDefault(new ParticipantInWindow(window, participant), List.of());
            for (Grouping grouping : board.groupings()) {
                Entry before = before(board, grouping, rows);
                Entry after = after(grouping, derived.get(DerivationScope.of(board, window.id(), grouping)));
                Entry either = after == null ? before : after;
                removed += before != null && after == null ? 1 : 0;
                if (either != null) {
                    updates.add(new EntryUpdate(board, window.id(), window.kind(), participant, before, after));
                    EntryChange change = EntryChange.unranked(window, either.group(), before, after);
                    reported.add(new ReportedChange(participant, change, ChangeFilter.anyAccepts(ranked, change)));
                }
            }
            if (removed > 0 && removed == rows.size()) {
                emptied.add(window.id());
            }
        }
        if (!emptied.isEmpty()) {
            ledger.removeMoves(board.id(), participant, emptied, now);
        }
        return write(updates, reported, now);
    }

    /** Returns those of these windows that have not expired, in the same order. */
    private List<Window> unexpired(Leaderboard board, List<Long> ids) {
        Map<Long, Window> byId = windows.byIds(board.appId(), ids);
        return ids.stream()
                .map(byId::get)
                .filter(Objects::nonNull)
                .filter(window -> window.expiredAt() == null)
                .toList();
    }

    private List<EntryChange> write(List<EntryUpdate> updates, List<ReportedChange> reported, Instant now) {
        if (updates.isEmpty()) {
            return List.of();
        }
        Map<RankingKey, Long> rankings =
                windows.rankings(updates.stream().flatMap(EntryUpdate::rankings).collect(Collectors.toSet()), now);
        List<EntryUpdate> changing =
                updates.stream().filter(EntryUpdate::changes).toList();
        corrections.correct(
                changing.stream().map(EntryUpdate::windowId).collect(Collectors.toSet()),
                changing.stream()
                        .flatMap(EntryUpdate::rankings)
                        .map(ranking -> Objects.requireNonNull(rankings.get(ranking)))
                        .collect(Collectors.toSet()));
        return writer.write(changing, reported, rankings, now);
    }

    private static @Nullable Entry before(Leaderboard board, Grouping grouping, List<GroupedRow> rows) {
        return rows.stream()
                .filter(row -> grouping.has(row.groupValues().attributes()))
                .findFirst()
                .map(row -> row.entry(board))
                .orElse(null);
    }

    private static @Nullable Entry after(Grouping grouping, @Nullable List<Derived> derived) {
        if (derived == null) {
            return null;
        }
        Derived one = derived.getFirst();
        return one.entry(grouping);
    }
}
