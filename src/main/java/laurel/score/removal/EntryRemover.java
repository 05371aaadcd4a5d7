package laurel.score.removal;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.WindowDefinition;
import laurel.participant.ParticipantLocks;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.entry.EntryChange;
import laurel.score.submission.ChangeFilter;
import laurel.score.submission.EntryCorrections;
import laurel.score.submission.ParticipantEntries;
import laurel.score.submission.PendingSubmissions;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/** Removes and restores entries in the caller's transaction, with a fixed number of statements. */
@Singleton
class EntryRemover {
    /** The field that selects windows. */
    static final String WINDOWS = "windows";

    private final Leaderboards leaderboards;
    private final ParticipantLocks locks;
    private final RemovalRepository repository;
    private final EntryCorrections corrections;
    private final PendingSubmissions pending;

    EntryRemover(
            Leaderboards leaderboards,
            ParticipantLocks locks,
            RemovalRepository repository,
            EntryCorrections corrections,
            PendingSubmissions pending) {
        this.leaderboards = leaderboards;
        this.locks = locks;
        this.repository = repository;
        this.corrections = corrections;
        this.pending = pending;
    }

    /**
     * Entries of a participant.
     *
     * @param windowIds null for the default
     */
    record Target(
            int leaderboardId, long participantId, @Nullable List<Long> windowIds) {}

    /** Called before entries are locked and removed, so that nothing that was received before adds them again. */
    void prepare(int app, long participant, Instant now) {
        pending.catchUp(app, participant, now);
    }

    /**
     * Removes the participant from these windows; by default, from those that accept submissions. Windows without an entry
     * are skipped. Refuses LEADERBOARD_NOT_FOUND, PARTICIPANT_NOT_FOUND, ENTRY_NOT_FOUND, LEDGER_INCOMPLETE.
     */
    CorrectedEntries remove(int app, Target target, RemovalTerms terms, Collection<ChangeFilter> ranked, Instant now) {
        // What follows from earlier activity does not count any more, also where it was not submitted yet.
        pending.lock(app);
        Leaderboard board = lock(app, target);
        pending.submit(app, Set.of(target.leaderboardId), target.participantId, now);
        List<Window> windows =
                target.windowIds == null ? open(board, now) : corrections.unexpired(board, target.windowIds);
        ParticipantEntries entries =
                corrections.read(board, target.participantId, windows, now).existing();
        if (entries.windows().isEmpty()) {
            throw new RefusedException(
                    ErrorCode.ENTRY_NOT_FOUND,
                    "The participant has no entry in "
                            + (target.windowIds == null ? "an open window of the leaderboard." : "these windows."),
                    target.windowIds == null ? "participant" : WINDOWS);
        }
        List<EntryRemoval> removals =
                inOrder(repository.insert(board.id(), entries.windowIds(), target.participantId, terms.reason(), now));
        List<EntryChange> changes = corrections.derive(entries, !terms.allowIrreversible(), WINDOWS, ranked, now);
        return new CorrectedEntries(board, target.participantId, removals, changes);
    }

    /**
     * Restores what was removed from these windows; by default, from all. Expired windows and those from which nothing is
     * removed are skipped. Refuses LEADERBOARD_NOT_FOUND, ENTRY_NOT_REMOVED, LEDGER_INCOMPLETE, SCORE_OUT_OF_RANGE.
     */
    CorrectedEntries restore(int app, Target target, Collection<ChangeFilter> ranked, Instant now) {
        Leaderboard board = lock(app, target);
        List<Window> windows = target.windowIds == null
                ? inOrder(board, repository.removedWindows(board.id(), target.participantId))
                : corrections.unexpired(board, target.windowIds);
        List<EntryRemoval> removals =
                inOrder(repository.restore(windows.stream().map(Window::id).toList(), target.participantId, now));
        if (removals.isEmpty()) {
            throw new RefusedException(
                    ErrorCode.ENTRY_NOT_REMOVED,
                    "No entry of the participant is removed from "
                            + (target.windowIds == null ? "a window of the leaderboard." : "these windows."),
                    target.windowIds == null ? "participant" : WINDOWS);
        }
        Set<Long> restored =
                Set.copyOf(removals.stream().map(EntryRemoval::windowId).toList());
        List<Window> changed = windows.stream()
                .filter(window -> restored.contains(window.id()))
                .toList();
        List<EntryChange> changes = corrections.derive(
                corrections.read(board, target.participantId, changed, now), true, WINDOWS, ranked, now);
        return new CorrectedEntries(board, target.participantId, removals, changes);
    }

    private Leaderboard lock(int app, Target target) {
        Leaderboard board = leaderboards.lock(app, Set.of(target.leaderboardId)).get(target.leaderboardId);
        if (board == null) {
            throw Leaderboards.deleted("leaderboardKey");
        }
        locks.hold(target.participantId);
        return board;
    }

    private List<Window> open(Leaderboard board, Instant now) {
        Instant time = board.time(now);
        return inOrder(
                board,
                repository.openWindows(board.id()).stream()
                        .filter(window -> window.accepts(time))
                        .toList());
    }

    private static List<EntryRemoval> inOrder(List<EntryRemoval> removals) {
        return removals.stream()
                .sorted(Comparator.comparingLong(EntryRemoval::number))
                .toList();
    }

    /** Sorts windows by the leaderboard's definitions, then by start. */
    private static List<Window> inOrder(Leaderboard board, List<Window> windows) {
        List<String> definitions =
                board.windowDefinitions().stream().map(WindowDefinition::key).toList();
        return windows.stream()
                .sorted(Comparator.comparing((Window window) -> definitions.indexOf(window.definition()))
                        .thenComparing(Window::startsAt, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()))
                        .thenComparing(Window::id))
                .toList();
    }
}
