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
import java.util.stream.Stream;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowKind;
import laurel.participant.ExternalParticipantId;
import laurel.participant.KnownParticipant;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryChange;
import laurel.score.entry.EntryRepository;
import laurel.score.entry.EntryRepository.EntryLookup;
import laurel.score.entry.EntryRepository.EntrySlot;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.score.ledger.Ledger.LedgerRow;
import laurel.score.ledger.SubmissionQuarantine.QuarantineReason;
import laurel.score.ledger.SubmissionRateRepository;
import laurel.score.submission.CheckedSubmission.PlannedSeasonException;
import laurel.score.submission.CheckedSubmission.TargetWindow;
import laurel.window.RankingKey;
import laurel.window.Window;
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
    private final Map<WindowKey, OpenWindow> late;
    private final Map<ExternalParticipantId, KnownParticipant> known;
    private final Map<EntrySlot, Entry> before;
    private final RemovedEntries removed;
    private final SubmissionRetries retries;
    private final QuarantineCheck quarantine;
    private final Map<BatchSlot, @Nullable Entry> current = new HashMap<>();
    private final Map<BatchSlot, Leaderboard> changed = new LinkedHashMap<>();
    private final Set<RankingKey> rankings = new HashSet<>();
    /** For leaderboards with the clock SUBMISSIONS, the latest time received. */
    private final Map<Integer, Instant> clocks = new HashMap<>();
    /** An entry of a participant that may not have an id yet. */
    private record BatchSlot(long windowId, Grouping grouping, ExternalParticipantId participant, boolean withheld) {}

    /**
     * Reads the current entries.
     *
     * @param items at least one
     * @param open  the open windows of the items; contains each window that accepts one of them, unless its season is planned
     * @param late  windows that have ended, in which submissions that correct final windows count
     * @param known the participants that exist
     * @param removed removals of their entries
     * @param stored submissions of the ledger that have idempotency keys of the items
     */
    SubmissionBatch(
            List<CheckedSubmission> items,
            Map<WindowKey, OpenWindow> open,
            Map<WindowKey, OpenWindow> late,
            Map<ExternalParticipantId, KnownParticipant> known,
            EntryRepository entries,
            RemovedEntries removed,
            List<LedgerRow> stored,
            SubmissionRateRepository rates) {
        this.items = items;
        this.open = open;
        this.late = late;
        this.known = known;
        this.before = entries.current(lookups());
        this.removed = removed;
        this.retries = new SubmissionRetries(stored);
        this.quarantine = new QuarantineCheck(items, known, rates);
        for (CheckedSubmission item : items) {
            if (item.board().clockAt() != null) {
                clocks.put(item.board().id(), item.board().clockAt());
            }
        }
    }

    private Collection<EntryLookup> lookups() {
        Set<EntryLookup> lookups = new HashSet<>();
        for (CheckedSubmission item : items) {
            KnownParticipant participant = known.get(item.participant());
            if (participant != null) {
                Instant time = item.boardTime(item.board().clockAt());
                item.windows().stream()
                        .filter(target -> accepts(item, target, time))
                        .forEach(target -> lookups.add(
                                new EntryLookup(item.board(), window(target), participant.id(), item.withheld())));
            }
        }
        return lookups;
    }

    /**
     * Applies one submission to the entries in every grouping of every window that accepts it, or to none, also if it is
     * quarantined. Refuses MISSING_GROUP_VALUE, IDEMPOTENCY_CONFLICT, {@link CheckedSubmission#unlessRetried}, WINDOWS_CLOSED
     * if no window accepts it, the errors of {@link Entry#combine}, SCORE_OUT_OF_BOUNDS. Throws {@link PlannedSeasonException}
     * if a season has to start before; then only its sum with a carried score may still be refused.
     *
     * @return changes in the order of the windows, then of the groupings; null if it repeats an accepted submission
     */
    @Nullable
    AcceptedSubmission apply(CheckedSubmission item, long id) {
        if (retries.isRetry(item)) {
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
            if (accepts(item, target, time)) {
                changes.addAll(apply(item, id, target, results));
            }
        }
        List<TargetWindow> planned = closed.isEmpty() ? List.of() : planned(item, time);
        if (changes.isEmpty() && planned.isEmpty()) {
            throw new RefusedException(ErrorCode.WINDOWS_CLOSED, closedMessage(closed), "achievedAt");
        }
        item.checkBounds(changes);
        if (!planned.isEmpty()) {
            // A start closes the previous season and cannot be undone, so what is refused anyway causes none.
            planned.forEach(item::checkBoundsIn);
            throw new PlannedSeasonException(planned.getFirst().window());
        }
        List<QuarantineReason> quarantined = quarantine.check(item, changes);
        if (quarantined.isEmpty()) {
            results.forEach((slot, after) -> store(item.board(), slot, after));
        }
        if (item.board().grouped()) {
            // For quarantined submissions, too, so that their groups keep the settings on which these windows depend.
            addRankings(item, time);
        }
        clocks.put(item.board().id(), time);
        String digest = retries.add(item);
        return AcceptedSubmission.of(item, id, digest, time, changes, quarantined, closed);
    }

    private List<EntryChange> apply(
            CheckedSubmission item, long id, TargetWindow target, Map<BatchSlot, @Nullable Entry> results) {
        Window window = window(target).window();
        List<EntryChange> changes = new ArrayList<>();
        after(item, id, target, window).forEach((slot, after) -> {
            Entry previous = current(slot);
            results.put(slot, after);
            Entry either = after == null ? previous : after;
            Group group = either == null ? item.groupIn(slot.grouping, null) : either.group();
            changes.add(EntryChange.unranked(window, group, previous, after));
        });
        return changes;
    }

    /** Returns the entries of a window after a submission, without those that it does not concern. */
    private Map<BatchSlot, @Nullable Entry> after(CheckedSubmission item, long id, TargetWindow target, Window window) {
        Map<BatchSlot, @Nullable Entry> after = new LinkedHashMap<>();
        for (Grouping grouping : target.groupings()) {
            BatchSlot slot = new BatchSlot(window.id(), grouping, item.participant(), item.withheld());
            after.put(slot, item.applyTo(current(slot), grouping, id));
        }
        if (removed.removesAgain(item, window.id(), after.values())) {
            // As any removal does, from the groupings that the submission does not concern, too.
            for (Grouping grouping : item.board().groupings()) {
                BatchSlot slot = new BatchSlot(window.id(), grouping, item.participant(), item.withheld());
                if (after.containsKey(slot) || current(slot) != null) {
                    after.put(slot, null);
                }
            }
        }
        return after;
    }

    /** The open window decides, because its leaderboard's {@code grace} may have changed since it opened. */
    private boolean accepts(CheckedSubmission item, TargetWindow target, Instant boardTime) {
        if (item.received().correctsFinal() && late.containsKey(target.window())) {
            return true;
        }
        OpenWindow window = open.get(target.window());
        return window != null
                && target.window().mayAccept(boardTime)
                && window.window().accepts(boardTime);
    }

    private List<TargetWindow> planned(CheckedSubmission item, Instant boardTime) {
        return item.windows().stream()
                .filter(target ->
                        !accepts(item, target, boardTime) && target.window().isStartedBySubmission(boardTime))
                .toList();
    }

    private void addRankings(CheckedSubmission item, Instant boardTime) {
        for (TargetWindow target : item.windows()) {
            if (accepts(item, target, boardTime)) {
                long window = window(target).window().id();
                target.groupings()
                        .forEach(grouping -> rankings.add(new RankingKey(window, grouping.group(item.group()))));
            }
        }
    }

    private List<String> closedWindows(CheckedSubmission item, Instant boardTime) {
        return item.windows().stream()
                .filter(target -> !accepts(item, target, boardTime))
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
        OpenWindow window = open.getOrDefault(target.window(), late.get(target.window()));
        if (window == null) {
            throw new IllegalStateException("window " + target.window().bounds().name() + " was not opened");
        }
        return window;
    }

    private @Nullable Entry current(BatchSlot slot) {
        return current.containsKey(slot) ? current.get(slot) : before(slot);
    }

    private @Nullable Entry before(BatchSlot slot) {
        KnownParticipant participant = known.get(slot.participant);
        return participant == null ? null : before.get(new EntrySlot(slot.windowId, slot.grouping, participant.id()));
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
        Map<Long, WindowKind> kinds = new HashMap<>();
        // Windows that ended more than the longest grace period ago are only in `late`.
        Stream.of(late, open)
                .flatMap(windows -> windows.values().stream())
                .forEach(window ->
                        kinds.put(window.window().id(), window.window().kind()));
        return changed.entrySet().stream()
                .map(one -> {
                    BatchSlot slot = one.getKey();
                    return new EntryUpdate(
                            one.getValue(),
                            slot.windowId,
                            requireNonNull(kinds.get(slot.windowId)),
                            requireNonNull(ids.get(slot.participant)),
                            before(slot),
                            current.get(slot),
                            slot.withheld);
                })
                .toList();
    }

    /** The rankings of the groups of submissions, also of those that changed no entry there, or are quarantined. */
    Set<RankingKey> rankings() {
        return rankings;
    }

    /** The rankings of everyone in the open and the late windows. */
    Map<RankingKey, Long> rankingsOfEveryone() {
        return Stream.of(open, late)
                .flatMap(windows -> windows.values().stream())
                .collect(Collectors.toMap(
                        window -> new RankingKey(window.window().id(), Group.EVERYONE),
                        OpenWindow::rankingId,
                        (one, same) -> one));
    }

    /** Windows that have ended, in which submissions that correct final windows count. */
    Collection<OpenWindow> late() {
        return late.values();
    }

    /** When the last of these submissions was received. */
    static Instant receivedAt(Collection<CheckedSubmission> items) {
        return items.stream()
                .map(CheckedSubmission::receivedAt)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }
}
