package laurel.score;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.leaderboard.Leaderboard;
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
    private final Map<Slot, Changed> changed = new LinkedHashMap<>();

    /** @param standing the entries before the batch; a slot without one is absent */
    BatchFold(Batch batch, Map<Slot, Entry> standing) {
        this.batch = batch;
        this.standing = new HashMap<>(standing);
    }

    /**
     * Applies one submission to the entry in every window that takes it, or to none. Refuses WINDOWS_CLOSED where no
     * window takes it, then as {@link Entry#combine} does.
     *
     * @return the changes, in the order of the board's windows, not ranked yet
     */
    List<EntryChange> apply(CheckedSubmission item, long submissionId) {
        if (item.taking().isEmpty()) {
            throw new RefusedException(
                    RefusalCode.WINDOWS_CLOSED,
                    "achievedAt lies in windows that take nothing more: " + String.join(", ", item.closed()) + ".",
                    "achievedAt");
        }
        Map<Slot, Entry> results = new LinkedHashMap<>();
        List<EntryChange> changes = new ArrayList<>();
        for (OpenWindow window : batch.windows(item)) {
            Slot slot = new Slot(window.rankingId(), item.participant());
            Entry before = standing.get(slot);
            Entry after = Entry.combine(item.board(), before, item.entry(submissionId));
            results.put(slot, after);
            changes.add(EntryChange.unranked(window, scoreOf(before), after.score()));
        }
        results.forEach((slot, after) -> stand(item.board(), slot, after));
        return changes;
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

    private static @Nullable Long scoreOf(@Nullable Entry entry) {
        return entry == null ? null : entry.score();
    }
}
