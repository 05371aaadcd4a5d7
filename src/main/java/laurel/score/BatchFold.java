package laurel.score;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.UpdateMode;
import laurel.refusal.RefusalCode;
import laurel.refusal.RefusedException;
import laurel.window.OpenWindow;
import org.jspecify.annotations.Nullable;

/** What a batch does to the entries, item by item, in memory: each item finds what those before it have left. */
final class BatchFold {
    /** An entry that differs from the one before the batch. */
    record Changed(Leaderboard board, Entry entry) {}

    private final Batch batch;
    private final Map<Slot, Entry> standing;
    /** Of the boards that live by their submissions, the latest moment received. */
    private final Map<Integer, Instant> clocks = new HashMap<>();

    private final Map<Slot, Changed> changed = new LinkedHashMap<>();

    /**
     * @param boards   as they are under the lock
     * @param standing the entries before the batch; a slot without one is absent
     */
    BatchFold(Batch batch, Collection<Leaderboard> boards, Map<Slot, Entry> standing) {
        this.batch = batch;
        this.standing = new HashMap<>(standing);
        boards.stream()
                .filter(board -> board.clockAt() != null)
                .forEach(board -> clocks.put(board.id(), board.clockAt()));
    }

    /**
     * Applies one submission to the entry in every window that takes it, or to none. Refuses WINDOWS_CLOSED where no window
     * takes it, then as {@link Entry#combine} does, then OUT_OF_BOUNDS.
     *
     * @return with the changes in the order of the board's windows, not ranked yet
     */
    Answer apply(CheckedSubmission item, long submissionId) {
        Instant time = time(item);
        List<String> closed = item.closed(time);
        if (closed.size() == item.windows().size()) {
            throw new RefusedException(
                    RefusalCode.WINDOWS_CLOSED,
                    "achievedAt lies in windows that take nothing more: " + String.join(", ", closed) + ".",
                    "achievedAt");
        }
        Map<Slot, Entry> results = new LinkedHashMap<>();
        List<EntryChange> changes = new ArrayList<>();
        for (OpenWindow window : batch.windows(item, time)) {
            Slot slot = new Slot(window.rankingId(), item.participant());
            Entry before = standing.get(slot);
            Entry after = Entry.combine(item.board(), before, item.entry(submissionId));
            results.put(slot, after);
            changes.add(EntryChange.unranked(window, scoreOf(before), after.score()));
        }
        checkBounds(item, results.values());
        results.forEach((slot, after) -> stand(item.board(), slot, after));
        clocks.put(item.board().id(), time);
        return new Answer(changes, closed);
    }

    /** The time of the item's board by which it is judged; of those that live by their submissions, the latest received. */
    Instant time(CheckedSubmission item) {
        return item.time(clocks.get(item.board().id()), batch.now());
    }

    /** The entries that differ from those before the batch, as they stand after it. */
    Map<Slot, Changed> changed() {
        return changed;
    }

    private void stand(Leaderboard board, Slot slot, Entry after) {
        if (!Objects.equals(standing.put(slot, after), after)) {
            changed.put(slot, new Changed(board, after));
        }
    }

    /** Sums where the board sums, else what was submitted. After all windows: a sum that leaves 64 bits goes before. */
    private static void checkBounds(CheckedSubmission item, Collection<Entry> results) {
        Leaderboard board = item.board();
        if (board.updateMode() == UpdateMode.INCREMENT) {
            results.forEach(result -> board.checkBounds(result.score(), "score"));
        } else {
            board.checkBounds(item.score(), "score");
        }
    }

    private static @Nullable Long scoreOf(@Nullable Entry entry) {
        return entry == null ? null : entry.score();
    }
}
