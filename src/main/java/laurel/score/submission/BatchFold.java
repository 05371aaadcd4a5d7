package laurel.score.submission;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.UpdateMode;
import laurel.participant.ExternalParticipantId;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryChange;
import laurel.score.entry.EntryWriter;
import laurel.score.entry.GroupEntry;
import laurel.score.submission.Batch.Slot;
import laurel.window.Window.OpenWindow;
import org.jspecify.annotations.Nullable;

/** What a batch does to the entries, item by item, in memory: each item finds what those before it have left. */
final class BatchFold {
    private final Batch batch;
    private final Map<Slot, GroupEntry> before;
    private final Map<Slot, @Nullable GroupEntry> standing;
    /** Of the boards that live by their submissions, the latest moment received. */
    private final Map<Integer, Instant> clocks = new HashMap<>();

    private final Map<Slot, Leaderboard> changed = new LinkedHashMap<>();

    /**
     * @param boards   as they are under the lock
     * @param standing the entries before the batch; a slot without one is absent
     */
    BatchFold(Batch batch, Collection<Leaderboard> boards, Map<Slot, GroupEntry> standing) {
        this.batch = batch;
        this.before = standing;
        this.standing = new HashMap<>(standing);
        boards.stream()
                .filter(board -> board.clockAt() != null)
                .forEach(board -> clocks.put(board.id(), board.clockAt()));
    }

    /**
     * Applies one submission in every grouping of every window that takes it, or in none. Refuses WINDOWS_CLOSED where no
     * window takes it, then as {@link Entry#combine} does, then SCORE_OUT_OF_BOUNDS.
     *
     * @return with the changes in the order of the windows, then of the board's groupings, not ranked yet
     */
    SubmissionResult.Answer apply(CheckedSubmission item, long submissionId) {
        Instant time = time(item);
        List<String> closed = batch.closed(item, time);
        List<TargetWindow> taking = batch.taking(item, time);
        if (taking.isEmpty()) {
            throw new RefusedException(ErrorCode.WINDOWS_CLOSED, noneTakes(closed), "achievedAt");
        }
        Map<Slot, @Nullable GroupEntry> results = new LinkedHashMap<>();
        List<EntryChange> changes = new ArrayList<>();
        for (TargetWindow part : taking) {
            OpenWindow window = batch.window(part);
            for (Grouping grouping : part.groupings()) {
                Slot slot = new Slot(window.window().id(), grouping, item.participant());
                GroupEntry stood = standing.get(slot);
                GroupEntry stands = stands(item, submissionId, grouping, stood);
                results.put(slot, stands);
                GroupEntry either = stands == null ? stood : stands;
                Group group = either == null ? group(item, grouping, null) : either.group();
                Entry entry = stands == null ? null : stands.entry();
                changes.add(EntryChange.unranked(window.window(), group, stood, entry));
            }
        }
        checkBounds(item, changes);
        results.forEach((slot, after) -> stand(item.board(), slot, after));
        clocks.put(item.board().id(), time);
        return new SubmissionResult.Answer(changes, closed);
    }

    /**
     * What stands once an item has met what stood. No score takes that away where the board replaces, and else
     * leaves it.
     */
    private static @Nullable GroupEntry stands(
            CheckedSubmission item, long submissionId, Grouping grouping, @Nullable GroupEntry stood) {
        Entry submitted = item.entry(submissionId);
        if (submitted == null) {
            return item.board().updateMode() == UpdateMode.REPLACE ? null : stood;
        }
        Entry entry = Entry.combine(item.board(), stood == null ? null : stood.entry(), submitted);
        return new GroupEntry(group(item, grouping, stood), entry);
    }

    private static Group group(CheckedSubmission item, Grouping grouping, @Nullable GroupEntry stood) {
        return stood != null && item.received().keepsGroup()
                ? stood.group()
                : grouping.group(item.group().values());
    }

    private static String noneTakes(List<String> closed) {
        return closed.isEmpty()
                ? "No window of the leaderboard contains `achievedAt`."
                : "All windows that contain `achievedAt` are closed: " + String.join(", ", closed) + ".";
    }

    /** The time of the item's board by which it is judged; of those that live by their submissions, the latest received. */
    Instant time(CheckedSubmission item) {
        return item.time(clocks.get(item.board().id()));
    }

    /**
     * How the entries that differ from those before the batch change.
     *
     * @param ids of the participants
     */
    List<EntryWriter.Move> moves(Map<ExternalParticipantId, Long> ids) {
        return changed.entrySet().stream()
                .map(one -> {
                    Slot slot = one.getKey();
                    long participant = requireNonNull(ids.get(slot.participant()));
                    return new EntryWriter.Move(
                            one.getValue(), slot.windowId(), participant, before.get(slot), standing.get(slot));
                })
                .toList();
    }

    private void stand(Leaderboard board, Slot slot, @Nullable GroupEntry after) {
        if (!Objects.equals(standing.put(slot, after), after)) {
            changed.put(slot, board);
        }
    }

    /** Sums where the board sums, else what was submitted. After all windows: a sum that leaves 64 bits goes before. */
    private static void checkBounds(CheckedSubmission item, List<EntryChange> changes) {
        Leaderboard board = item.board();
        Long score = item.score();
        if (score == null) {
            return;
        }
        if (board.updateMode() == UpdateMode.INCREMENT) {
            changes.forEach(change -> board.checkSum(change.previousScore(), requireNonNull(change.score()), "score"));
        } else {
            board.checkBounds(score, "score");
        }
    }
}
