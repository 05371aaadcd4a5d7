package laurel.score.submission;

import static java.util.Collections.nCopies;
import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.Sql;
import laurel.participant.ExternalParticipantId;
import laurel.participant.KnownParticipant;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.Ledger;
import laurel.score.ledger.Ledger.RemovedEntry;
import laurel.score.ledger.Ledger.RepeatedRemoval;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowKey;
import org.jspecify.annotations.Nullable;

/**
 * Windows of a batch from which participants are removed. There, a correction of a policy that takes away more than was added
 * since concerns what was submitted before, and removes the entry again, by a removal of its own.
 */
final class RemovedEntries {
    private final Map<WindowKey, OpenWindow> open;
    private final Map<WindowKey, OpenWindow> late;
    private final Map<ExternalParticipantId, KnownParticipant> known;
    private final Set<RemovedEntry> removed;

    /** Reads the removals that corrections among these submissions may concern. */
    RemovedEntries(
            List<CheckedSubmission> items,
            Map<WindowKey, OpenWindow> open,
            Map<WindowKey, OpenWindow> late,
            Map<ExternalParticipantId, KnownParticipant> known,
            Ledger ledger) {
        this.open = open;
        this.late = late;
        this.known = known;
        Set<RemovedEntry> corrected = items.stream()
                .filter(RemovedEntries::isCorrection)
                .flatMap(this::entries)
                .collect(Collectors.toSet());
        this.removed = corrected.isEmpty() ? Set.of() : Set.copyOf(ledger.removed(corrected));
    }

    private static boolean isCorrection(CheckedSubmission item) {
        return item.received().derived() && item.score() != null && item.score() < 0;
    }

    /** The participant in each window that contains the submission. */
    private Stream<RemovedEntry> entries(CheckedSubmission item) {
        KnownParticipant participant = known.get(item.participant());
        return participant == null
                ? Stream.empty()
                : item.windows().stream()
                        .map(target -> open.getOrDefault(target.window(), late.get(target.window())))
                        .filter(Objects::nonNull)
                        .map(window -> new RemovedEntry(window.window().id(), participant.id()));
    }

    /** Returns an id for each submission. Corrections leave the numbers that follow theirs to {@link #removeAgain}. */
    Supplier<List<Long>> ids(List<CheckedSubmission> items, Sql sql, Ledger ledger) {
        List<Long> months = new ArrayList<>();
        List<Integer> own = new ArrayList<>();
        for (CheckedSubmission item : items) {
            own.add(months.size());
            long removals = !isCorrection(item)
                    ? 0
                    : entries(item).filter(removed::contains).count();
            months.addAll(nCopies(1 + (int) removals, Ledger.month(item.receivedAt())));
        }
        Supplier<List<Long>> ids = sql.later(() -> ledger.nextIds(months));
        return () -> own.stream().map(ids.get()::get).toList();
    }

    /**
     * Whether a submission removes the participant again from a window.
     *
     * @param after the entries that it would leave
     */
    boolean removesAgain(CheckedSubmission item, long window, Collection<@Nullable Entry> after) {
        KnownParticipant participant = known.get(item.participant());
        return isCorrection(item)
                && participant != null
                && removed.contains(new RemovedEntry(window, participant.id()))
                && after.stream().anyMatch(entry -> entry != null && entry.score() < 0);
    }

    /**
     * Stores the removals of accepted submissions: later than the submission and earlier than the next one.
     *
     * @param ids of all participants with an accepted submission
     */
    static void removeAgain(List<AcceptedSubmission> accepted, Map<ExternalParticipantId, Long> ids, Ledger ledger) {
        List<RepeatedRemoval> removals = new ArrayList<>();
        for (AcceptedSubmission one : accepted) {
            if (isCorrection(one.item())) {
                long participant = requireNonNull(ids.get(one.item().participant()));
                long number = PartitionedId.number(one.id());
                for (long window : withoutEntry(one)) {
                    number++;
                    RemovedEntry entry = new RemovedEntry(window, participant);
                    removals.add(new RepeatedRemoval(number, entry, one.item().receivedAt()));
                }
            }
        }
        if (!removals.isEmpty()) {
            ledger.removeAgain(removals);
        }
    }

    private static Set<Long> withoutEntry(AcceptedSubmission one) {
        return one.outcome().changes().stream()
                .filter(change -> change.score() == null)
                .map(EntryChange::windowId)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
