package laurel.score.removal;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import laurel.database.sql.Sql;
import laurel.participant.Participants;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.score.removal.EntryRemoval.RemovalFilter;
import laurel.score.removal.EntryRemover.Target;
import laurel.score.submission.ChangeFilter;
import laurel.window.Window;
import laurel.window.WindowFinder;
import laurel.window.WindowFinder.SelectedWindow;
import laurel.window.WindowSelection;

/** Removes entries of participants, restores them and lists the removals. */
@Singleton
public class EntryRemovals {
    /** Maximum number of windows in an input. */
    public static final int MAX_WINDOWS = 100;

    private final Sql sql;
    private final Participants participants;
    private final WindowFinder windows;
    private final EntryRemover remover;
    private final RemovalRepository repository;

    EntryRemovals(
            Sql sql,
            Participants participants,
            WindowFinder windows,
            EntryRemover remover,
            RemovalRepository repository) {
        this.sql = sql;
        this.participants = participants;
        this.windows = windows;
        this.remover = remover;
        this.repository = repository;
    }

    /**
     * Removes a participant from windows of a leaderboard in one transaction; by default, from all that accept submissions.
     * Refuses, in this order: INVALID_TEXT, LIST_EMPTY, LIST_TOO_LONG, WINDOW_NOT_FOUND, PARTICIPANT_NOT_FOUND,
     * LEADERBOARD_NOT_FOUND, ENTRY_NOT_FOUND, LEDGER_INCOMPLETE.
     *
     * @param ranked the changes whose ranks the client requested
     */
    public CorrectedEntries remove(
            int app, EntrySelection selection, RemovalTerms terms, Collection<ChangeFilter> ranked, Instant now) {
        checkReason(terms);
        Target target = target(app, selection, now);
        remover.prepare(app, target.participantId(), now);
        return inTransaction(terms.dryRun(), () -> remover.remove(app, target, terms, ranked, now));
    }

    /**
     * Restores entries in one transaction, as if they had never been removed; by default, in all windows from which the
     * participant was removed. Refuses, in this order: LIST_EMPTY, LIST_TOO_LONG, WINDOW_NOT_FOUND, PARTICIPANT_NOT_FOUND,
     * LEADERBOARD_NOT_FOUND, ENTRY_NOT_REMOVED, LEDGER_INCOMPLETE, SCORE_OUT_OF_RANGE.
     *
     * @param dryRun whether to return the changes without storing them
     * @param ranked the changes whose ranks the client requested
     */
    public CorrectedEntries restore(
            int app, EntrySelection selection, boolean dryRun, Collection<ChangeFilter> ranked, Instant now) {
        Target target = target(app, selection, now);
        return inTransaction(dryRun, () -> remover.restore(app, target, ranked, now));
    }

    /** Returns the removals of each list, from the newest to the oldest. Empty lists are absent. */
    public Map<ListRequest<RemovalFilter, Long>, List<EntryRemoval>> listed(
            Set<ListRequest<RemovalFilter, Long>> lists) {
        return repository.listed(List.copyOf(lists));
    }

    static void checkReason(RemovalTerms terms) {
        if (terms.reason() != null) {
            Text.line(terms.reason(), Text.MAX_NAME, ErrorCode.INVALID_TEXT, "reason");
        }
    }

    private Target target(int app, EntrySelection selection, Instant now) {
        List<Long> ids = selection.windows() == null ? null : windowIds(app, selection.windows(), now);
        long participant = participants.existing(app, selection.participant()).id();
        return new Target(selection.board().id(), participant, ids);
    }

    private List<Long> windowIds(int app, List<WindowSelection> selections, Instant now) {
        Limits.size(selections, 1, MAX_WINDOWS, EntryRemover.WINDOWS);
        List<Long> ids = new ArrayList<>();
        for (SelectedWindow selected : windows.find(app, selections, now)) {
            Window window = selected.window();
            if (window == null) {
                int index = ids.size();
                throw new RefusedException(
                        ErrorCode.WINDOW_NOT_FOUND,
                        "`windows[" + index + "]` selects no window that was opened.",
                        EntryRemover.WINDOWS,
                        Integer.toString(index));
            }
            ids.add(window.id());
        }
        return ids.stream().distinct().toList();
    }

    private CorrectedEntries inTransaction(boolean dryRun, Supplier<CorrectedEntries> work) {
        return sql.inTransaction(() -> {
            CorrectedEntries result = work.get();
            if (dryRun) {
                sql.rollback();
            }
            return result;
        });
    }
}
