package laurel.score.backfill;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import laurel.change.Outbox;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.score.backfill.BackfillRepository.AddedSubmissions;
import laurel.score.backfill.BackfillTargets.BackfillTarget;
import laurel.window.Window;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowKey;
import laurel.window.Windows;

/** Adds submissions to windows and derives the entries of these windows. */
@Singleton
class Backfiller {
    private final Windows windows;
    private final BackfillRepository repository;
    private final BackfilledEntries entries;
    private final Outbox outbox;

    Backfiller(Windows windows, BackfillRepository repository, BackfilledEntries entries, Outbox outbox) {
        this.windows = windows;
        this.repository = repository;
        this.entries = entries;
        this.outbox = outbox;
    }

    /**
     * Backfills windows of one definition. Doing it again changes nothing. Refuses LEDGER_INCOMPLETE, SCORE_OUT_OF_RANGE.
     * The caller holds the lock of the leaderboard.
     *
     * @param keys   in order of start for each time zone
     * @param dryRun whether the caller's transaction will be rolled back
     */
    BackfillWindowsResult backfill(
            Leaderboard board, WindowDefinition definition, List<WindowKey> keys, boolean dryRun, Instant now) {
        Map<WindowKey, OpenWindow> open = windows.opened(new HashSet<>(keys), now);
        // A season that has not started cannot be opened; it is skipped.
        List<Window> opened = keys.stream()
                .map(open::get)
                .filter(Objects::nonNull)
                .map(OpenWindow::window)
                .toList();
        AddedSubmissions added = opened.isEmpty()
                ? new AddedSubmissions(0, List.of())
                : repository.add(new BackfillTargets(
                        board,
                        definition,
                        keys.stream()
                                .filter(open::containsKey)
                                .map(key -> BackfillTarget.of(
                                        requireNonNull(open.get(key)).window(), key))
                                .toList()));
        Set<Long> ids = Set.copyOf(added.windows());
        List<Window> backfilled =
                opened.stream().filter(window -> ids.contains(window.id())).toList();
        BackfilledEntries.BackfilledChanges outcome = entries.backfill(board, backfilled, now);
        if (outcome.entryCount() > 0 && !dryRun) {
            outbox.appendWithoutMoves(board.id(), now);
        }
        return new BackfillWindowsResult(
                backfilled.size(), added.submissionCount(), outcome.entryCount(), outcome.changes(), dryRun);
    }
}
