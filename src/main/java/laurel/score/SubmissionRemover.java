package laurel.score;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.window.Window;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The transaction that takes a submission out again: a fixed number of statements, however much it counted in. */
@Singleton
class SubmissionRemover {
    private final Leaderboards leaderboards;
    private final EntryRepository entries;
    private final DerivationRepository derivations;
    private final EntryWriter writer;
    private final Ledger ledger;

    SubmissionRemover(
            Leaderboards leaderboards,
            EntryRepository entries,
            DerivationRepository derivations,
            EntryWriter writer,
            Ledger ledger) {
        this.leaderboards = leaderboards;
        this.entries = entries;
        this.derivations = derivations;
        this.writer = writer;
        this.ledger = ledger;
    }

    /**
     * Removes a submission; the entries that it counted in become what is left of the ledger makes them. Null where the board is
     * gone.
     *
     * @param windows those that it counted in
     */
    @Nullable
    RemovedSubmission remove(
            Handle transaction,
            int app,
            ScoreSubmission submission,
            List<Window> windows,
            @Nullable String reason,
            Collection<ChangeFilter> ranked,
            Instant now) {
        int id = submission.leaderboardId();
        Leaderboard board = leaderboards.lock(transaction, app, Set.of(id)).get(id);
        if (board == null) {
            return null;
        }
        boolean removed = ledger.remove(transaction, submission.id(), reason, now);
        ScoreSubmission kept = Objects.requireNonNull(
                ledger.byIds(transaction, app, Set.of(submission.id())).get(submission.id()));
        return new RemovedSubmission(
                kept, removed ? derive(transaction, board, submission.participantId(), windows, ranked) : List.of());
    }

    private List<EntryChange> derive(
            Handle transaction,
            Leaderboard board,
            long participant,
            List<Window> windows,
            Collection<ChangeFilter> ranked) {
        Map<InWindow, List<PlacedRow>> stood = entries.find(
                transaction,
                windows.stream()
                        .map(window -> new InWindow(window, participant))
                        .toList());
        Map<Long, Derived> left =
                derivations.derive(transaction, windows.stream().map(Window::id).toList(), Set.of(participant)).stream()
                        .collect(Collectors.toMap(Derived::windowId, Function.identity()));
        List<Move> moves = new ArrayList<>();
        List<Affected> affected = new ArrayList<>();
        for (Window window : windows) {
            var rows = stood.getOrDefault(new InWindow(window, participant), List.of());
            for (Grouping grouping : board.groupings()) {
                Placed before = before(board, grouping, rows);
                Placed after = after(grouping, left.get(window.id()));
                Placed either = after == null ? before : after;
                if (either != null) {
                    moves.add(new Move(board, window.id(), participant, before, after));
                    Entry entry = after == null ? null : after.entry();
                    EntryChange change = EntryChange.unranked(window, either.group(), before, entry);
                    affected.add(new Affected(participant, change, ChangeFilter.anyTakes(ranked, change)));
                }
            }
        }
        return writer.write(transaction, moves, affected, Map.of());
    }

    private static @Nullable Placed before(Leaderboard board, Grouping grouping, List<PlacedRow> rows) {
        return rows.stream()
                .filter(row -> grouping.has(row.groupValues().attributes()))
                .findFirst()
                .map(row -> row.placed(board))
                .orElse(null);
    }

    private static @Nullable Placed after(Grouping grouping, @Nullable Derived derived) {
        return derived == null
                ? null
                : new Placed(grouping.group(derived.groupValues().values()), derived.entry());
    }
}
