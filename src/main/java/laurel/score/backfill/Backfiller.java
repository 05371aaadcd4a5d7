package laurel.score.backfill;

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
import laurel.score.backfill.BackfillRepository.Marked;
import laurel.score.submission.TargetWindows;
import laurel.score.submission.TargetWindows.Target;
import laurel.window.Window;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowKey;
import laurel.window.Windows;

/** Makes windows complete: what falls in them counts there, and their entries follow from all that counts. */
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
     * Fills these windows of one definition; done again it changes nothing. Refuses LEDGER_INCOMPLETE,
     * SCORE_OUT_OF_RANGE. The caller
     * holds the lock of the board.
     *
     * @param keys   of each zone in order of start
     * @param dryRun whether the caller's transaction will be rolled back
     */
    BackfillWindowsResult fill(
            Leaderboard board, WindowDefinition definition, List<WindowKey> keys, boolean dryRun, Instant now) {
        Map<WindowKey, OpenWindow> open = windows.opened(new HashSet<>(keys), now);
        // What cannot be opened, a season that is not started, is left out.
        List<Window> in = keys.stream()
                .map(open::get)
                .filter(Objects::nonNull)
                .map(OpenWindow::window)
                .toList();
        Marked marked = in.isEmpty()
                ? new Marked(0, List.of())
                : repository.mark(new TargetWindows(
                        board,
                        definition.followsTimeZone(),
                        in.stream().map(Target::of).toList()));
        Set<Long> marking = Set.copyOf(marked.windows());
        List<Window> taking =
                in.stream().filter(window -> marking.contains(window.id())).toList();
        BackfilledEntries.Outcome outcome = entries.fill(board, taking);
        if (outcome.entries() > 0 && !dryRun) {
            outbox.noteAnew(board.id(), now);
        }
        return new BackfillWindowsResult(
                taking.size(), marked.submissions(), outcome.entries(), outcome.changes(), dryRun);
    }
}
