package laurel.score.submission;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.participant.ExternalParticipantId;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryChange;
import laurel.score.entry.EntryRepository;
import laurel.score.entry.EntryRepository.EntryLookup;
import laurel.score.entry.EntryRepository.EntrySlot;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.score.ledger.IdempotencyKey;
import laurel.score.ledger.Ledger.LedgerRow;
import laurel.score.ledger.SubmissionOutcome;
import laurel.score.submission.CheckedSubmission.TargetWindow;
import laurel.window.RankingKey;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowKey;
import org.jspecify.annotations.Nullable;

/**
 * Submissions that share a transaction, and their effect on entries, computed in memory. Each submission sees the entries
 * that earlier ones of the batch left.
 */
final class SubmissionBatch {
    private final List<CheckedSubmission> items;
    private final Map<WindowKey, OpenWindow> open;
    private final Map<ExternalParticipantId, Long> known;
    private final Map<EntrySlot, Entry> before;
    private final Map<BatchSlot, @Nullable Entry> current = new HashMap<>();
    private final Map<BatchSlot, Leaderboard> changed = new LinkedHashMap<>();
    /** For leaderboards with the clock SUBMISSIONS, the latest time received. */
    private final Map<Integer, Instant> clocks = new HashMap<>();
    /** Digests of submissions in the ledger and of earlier ones of the batch. */
    private final Map<IdempotencyKey, String> digests = new HashMap<>();

    /** An entry of a participant that may not have an id yet. */
    private record BatchSlot(long windowId, Grouping grouping, ExternalParticipantId participant) {}

    /**
     * An accepted submission.
     *
     * @param boardTime the leaderboard's time at which it was accepted
     * @param outcome   without ranks
     */
    record Accepted(CheckedSubmission item, long id, Instant boardTime, SubmissionOutcome outcome) {}

    /**
     * Reads the current entries.
     *
     * @param items at least one
     * @param open  the open windows of the items; contains each window that accepts one of them
     * @param known ids of the participants that exist
     */
    SubmissionBatch(
            List<CheckedSubmission> items,
            Map<WindowKey, OpenWindow> open,
            Map<ExternalParticipantId, Long> known,
            EntryRepository entries) {
        this.items = items;
        this.open = open;
        this.known = known;
        this.before = entries.current(lookups());
        for (CheckedSubmission item : items) {
            if (item.board().clockAt() != null) {
                clocks.put(item.board().id(), item.board().clockAt());
            }
        }
    }

    private Collection<EntryLookup> lookups() {
        Set<EntryLookup> lookups = new HashSet<>();
        for (CheckedSubmission item : items) {
            Long participant = known.get(item.participant());
            if (participant != null) {
                Instant time = item.boardTime(item.board().clockAt());
                item.windows().stream()
                        .filter(target -> accepts(target, time))
                        .forEach(target -> lookups.add(new EntryLookup(item.board(), window(target), participant)));
            }
        }
        return lookups;
    }

    /** Remembers submissions of the ledger that have idempotency keys of this batch. */
    void addStored(Collection<LedgerRow> rows) {
        for (LedgerRow row : rows) {
            IdempotencyKey key = row.idempotencyKey();
            if (key != null && row.digest() != null) {
                digests.put(key, row.digest());
            }
        }
    }

    /**
     * Applies one submission to the entries in every grouping of every window that accepts it, or to none. Refuses
     * IDEMPOTENCY_CONFLICT, {@link CheckedSubmission#unlessRetried}, WINDOWS_CLOSED if no window accepts it, the errors of
     * {@link Entry#combine}, SCORE_OUT_OF_BOUNDS.
     *
     * @return changes in the order of the windows, then of the groupings; null if it repeats an accepted submission
     */
    @Nullable
    Accepted apply(CheckedSubmission item, long id) {
        IdempotencyKey key = item.idempotencyKey();
        if (key != null && isRetry(item, key)) {
            return null;
        }
        if (item.unlessRetried() != null) {
            throw new RefusedException(item.unlessRetried());
        }
        Instant time = item.boardTime(clocks.get(item.board().id()));
        List<String> closed = closedWindows(item, time);
        Map<BatchSlot, @Nullable Entry> results = new LinkedHashMap<>();
        List<EntryChange> changes = new ArrayList<>();
        for (TargetWindow target : item.windows()) {
            if (accepts(target, time)) {
                changes.addAll(apply(item, id, target, results));
            }
        }
        if (changes.isEmpty()) {
            throw new RefusedException(ErrorCode.WINDOWS_CLOSED, closedMessage(closed), "achievedAt");
        }
        item.checkBounds(changes);
        results.forEach((slot, after) -> store(item.board(), slot, after));
        clocks.put(item.board().id(), time);
        if (key != null) {
            digests.put(key, item.digest());
        }
        return new Accepted(item, id, time, new SubmissionOutcome(changes, closed));
    }

    private List<EntryChange> apply(
            CheckedSubmission item, long id, TargetWindow target, Map<BatchSlot, @Nullable Entry> results) {
        OpenWindow window = window(target);
        List<EntryChange> changes = new ArrayList<>();
        for (Grouping grouping : target.groupings()) {
            BatchSlot slot = new BatchSlot(window.window().id(), grouping, item.participant());
            Entry previous = current(slot);
            Entry after = item.applyTo(previous, grouping, id);
            results.put(slot, after);
            Entry either = after == null ? previous : after;
            Group group = either == null ? item.groupIn(grouping, null) : either.group();
            changes.add(EntryChange.unranked(window.window(), group, previous, after));
        }
        return changes;
    }

    private boolean isRetry(CheckedSubmission item, IdempotencyKey key) {
        String digest = digests.get(key);
        if (digest != null && !digest.equals(item.digest())) {
            throw new RefusedException(
                    ErrorCode.IDEMPOTENCY_CONFLICT,
                    "`idempotencyKey` has been used for a different submission.",
                    "idempotencyKey");
        }
        return digest != null;
    }

    /** The open window decides, because its leaderboard's {@code grace} may have changed since it opened. */
    private boolean accepts(TargetWindow target, Instant boardTime) {
        OpenWindow window = open.get(target.window());
        return window != null
                && target.window().mayAccept(boardTime)
                && window.window().accepts(boardTime);
    }

    private List<String> closedWindows(CheckedSubmission item, Instant boardTime) {
        return item.windows().stream()
                .filter(target -> !accepts(target, boardTime))
                .map(target -> target.window().bounds().name())
                .distinct()
                .toList();
    }

    private static String closedMessage(List<String> closed) {
        return closed.isEmpty()
                ? "No window of the leaderboard contains `achievedAt`."
                : "All windows that contain `achievedAt` are closed: " + String.join(", ", closed) + ".";
    }

    private OpenWindow window(TargetWindow target) {
        OpenWindow window = open.get(target.window());
        if (window == null) {
            throw new IllegalStateException("window " + target.window().bounds().name() + " was not opened");
        }
        return window;
    }

    private @Nullable Entry current(BatchSlot slot) {
        return current.containsKey(slot) ? current.get(slot) : before(slot);
    }

    private @Nullable Entry before(BatchSlot slot) {
        Long participant = known.get(slot.participant);
        return participant == null ? null : before.get(new EntrySlot(slot.windowId, slot.grouping, participant));
    }

    private void store(Leaderboard board, BatchSlot slot, @Nullable Entry after) {
        if (!Objects.equals(current(slot), after)) {
            changed.put(slot, board);
        }
        current.put(slot, after);
    }

    /**
     * Returns the updates of all entries that submissions of this batch changed.
     *
     * @param ids of all participants with an accepted submission
     */
    List<EntryUpdate> updates(Map<ExternalParticipantId, Long> ids) {
        return changed.entrySet().stream()
                .map(one -> {
                    BatchSlot slot = one.getKey();
                    long participant = requireNonNull(ids.get(slot.participant));
                    return new EntryUpdate(one.getValue(), slot.windowId, participant, before(slot), current.get(slot));
                })
                .toList();
    }

    /** The rankings of everyone in the open windows. */
    Map<RankingKey, Long> rankingsOfEveryone() {
        return open.values().stream()
                .collect(Collectors.toMap(
                        window -> new RankingKey(window.window().id(), Group.EVERYONE), OpenWindow::rankingId));
    }

    /** When the last of these submissions was received. */
    static Instant receivedAt(Collection<CheckedSubmission> items) {
        return items.stream()
                .map(CheckedSubmission::receivedAt)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }
}
