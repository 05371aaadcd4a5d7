package laurel.score.submission;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryChange;
import laurel.score.entry.EntryRepository;
import laurel.score.entry.EntryRepository.ParticipantInWindow;
import laurel.score.entry.EntryWriter;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.score.entry.EntryWriter.ReportedChange;
import laurel.score.ledger.DerivationRepository;
import laurel.score.ledger.DerivationRepository.Derived;
import laurel.score.ledger.DerivationScope;
import laurel.score.ledger.Ledger;
import laurel.score.ledger.Ledger.CountedSubmission;
import laurel.score.ledger.LedgerRetention;
import laurel.score.restriction.WithheldEntries;
import laurel.window.FinalRevisions;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Derives the entries of one participant again after a change of what counts. Windows may be final: then rankings whose
 * entries change get a new revision. The caller's transaction holds the lock of the leaderboard and has stored the change.
 */
@Singleton
public class EntryCorrections {
    private final EntryRepository entries;
    private final DerivationRepository derivations;
    private final EntryWriter writer;
    private final LedgerRetention retention;
    private final Windows windows;
    private final FinalRevisions revisions;
    private final WithheldEntries withheldEntries;
    private final Ledger ledger;

    EntryCorrections(
            EntryRepository entries,
            DerivationRepository derivations,
            EntryWriter writer,
            LedgerRetention retention,
            Windows windows,
            FinalRevisions revisions,
            WithheldEntries withheldEntries,
            Ledger ledger) {
        this.entries = entries;
        this.derivations = derivations;
        this.writer = writer;
        this.retention = retention;
        this.windows = windows;
        this.revisions = revisions;
        this.withheldEntries = withheldEntries;
        this.ledger = ledger;
    }

    /** Returns those of these windows that have not expired, in the same order. */
    public List<Window> unexpired(Leaderboard board, List<Long> ids) {
        Map<Long, Window> byId = windows.byIds(board.appId(), ids);
        return ids.stream()
                .map(byId::get)
                .filter(Objects::nonNull)
                .filter(window -> window.expiredAt() == null)
                .toList();
    }

    /** Reads the entries of a participant in these windows. */
    public ParticipantEntries read(Leaderboard board, long participant, List<Window> windows, Instant now) {
        boolean withheld = withheldEntries.settle(board, participant, now);
        return new ParticipantEntries(
                board,
                participant,
                withheld,
                windows,
                entries.find(windows.stream()
                        .map(window -> new ParticipantInWindow(window, participant, withheld))
                        .toList()));
    }

    /**
     * Replaces these entries by those that follow from the ledger. Refuses LEDGER_INCOMPLETE, and a sum that exceeds 64 bits
     * as SCORE_OUT_OF_RANGE.
     *
     * @param before   read under the lock
     * @param complete whether the ledger must have all submissions of the windows
     * @param field    the field of the input that selects what changes
     * @param ranked   the changes whose ranks the client requested
     * @return a change for each window and grouping with an entry before or after
     */
    public List<EntryChange> derive(
            ParticipantEntries before, boolean complete, String field, Collection<ChangeFilter> ranked, Instant now) {
        Leaderboard board = before.board();
        long participant = before.participantId();
        Map<DerivationScope, List<Derived>> derived =
                derivations.derive(DerivationScope.all(board, before.windowIds()), Set.of(participant));
        if (complete) {
            // Checked after reading, because submissions that are dropped now were still read.
            retention.checkComplete(board, participant, before.windows());
        }
        List<EntryUpdate> updates = new ArrayList<>();
        List<ReportedChange> reported = new ArrayList<>();
        for (Window window : before.windows()) {
            for (Grouping grouping : board.groupings()) {
                Entry previous = before.entry(window, grouping);
                Entry after = after(grouping, derived.get(DerivationScope.of(board, window.id(), grouping)), field);
                Entry either = after == null ? previous : after;
                if (either != null) {
                    updates.add(new EntryUpdate(
                            board, window.id(), window.kind(), participant, previous, after, before.withheld()));
                    EntryChange change = EntryChange.unranked(window, either.group(), previous, after);
                    boolean isRanked = !before.withheld() && ChangeFilter.anyAccepts(ranked, change);
                    reported.add(new ReportedChange(participant, change, isRanked));
                }
            }
        }
        return write(updates, reported, now);
    }

    /**
     * Does the same for the windows of a submission that now counts, or counts no more. Moves to other groups of entries that are
     * removed have no effect on later ones.
     */
    public List<EntryChange> deriveAgain(
            Leaderboard board, CountedSubmission changed, Collection<ChangeFilter> ranked, Instant now) {
        long participant = changed.submission().participantId();
        List<Window> unexpired = unexpired(board, changed.windowIds());
        List<EntryChange> changes = derive(read(board, participant, unexpired, now), true, "submissionId", ranked, now);
        Set<Long> emptied = emptied(changes);
        if (!emptied.isEmpty()) {
            ledger.removeMoves(board.id(), participant, emptied, now);
        }
        return changes;
    }

    /** Returns the windows in which all entries were removed. */
    private static Set<Long> emptied(List<EntryChange> changes) {
        Set<Long> emptied = changes.stream().map(EntryChange::windowId).collect(Collectors.toSet());
        changes.stream()
                .filter(change -> change.score() != null)
                .map(EntryChange::windowId)
                .forEach(emptied::remove);
        return emptied;
    }

    private List<EntryChange> write(List<EntryUpdate> updates, List<ReportedChange> reported, Instant now) {
        if (updates.isEmpty()) {
            return List.of();
        }
        Map<RankingKey, Long> rankings =
                windows.rankings(updates.stream().flatMap(EntryUpdate::rankings).collect(Collectors.toSet()), now);
        List<EntryUpdate> changing =
                updates.stream().filter(EntryUpdate::changes).toList();
        List<EntryUpdate> counted =
                changing.stream().filter(update -> !update.withheld()).toList();
        revisions.correct(
                counted.stream().map(EntryUpdate::windowId).collect(Collectors.toSet()),
                counted.stream()
                        .flatMap(EntryUpdate::rankings)
                        .map(ranking -> Objects.requireNonNull(rankings.get(ranking)))
                        .collect(Collectors.toSet()));
        return writer.write(changing, reported, rankings, now);
    }

    private static @Nullable Entry after(Grouping grouping, @Nullable List<Derived> derived, String field) {
        return derived == null ? null : derived.getFirst().entry(grouping, field);
    }
}
