package laurel.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.index.Shift;
import laurel.outbox.Change;
import org.jspecify.annotations.Nullable;

/** What has changed in a board's rankings up to its present sequence, as far as the outbox tells. */
final class BoardChanges {
    /** So many shifts cost more to follow than the ranking costs to read. */
    static final int MOST_SHIFTS = 5_000;

    private final long position;
    /** Everything after this is told. */
    private long toldFrom;

    private final Map<Long, List<Sequenced>> byRanking = new HashMap<>();

    private record Sequenced(long sequence, Shift shift) {}

    /**
     * @param position the board's present sequence
     * @param from     the sequence after which changes were asked for, none of which is gone
     * @param changes  those found, in order; perhaps only the first of them
     */
    BoardChanges(long position, long from, List<Change> changes) {
        this.position = position;
        boolean whole =
                position <= from || (!changes.isEmpty() && changes.getLast().sequence() == position);
        this.toldFrom = whole ? from : position;
        changes.forEach(this::add);
    }

    private void add(Change change) {
        List<Shift> shifts = change.shifts();
        if (shifts == null) {
            toldFrom = Math.max(toldFrom, change.sequence());
        } else {
            shifts.forEach(shift -> byRanking
                    .computeIfAbsent(shift.rankingId(), ranking -> new ArrayList<>())
                    .add(new Sequenced(change.sequence(), shift)));
        }
    }

    /** The board's present sequence. */
    long position() {
        return position;
    }

    /** What has changed in a ranking since this sequence; null where that is not told. */
    @Nullable
    Shifted since(long ranking, long sequence) {
        if (sequence < toldFrom || sequence > position) {
            return null;
        }
        List<Shift> shifts = byRanking.getOrDefault(ranking, List.of()).stream()
                .filter(one -> one.sequence > sequence)
                .map(Sequenced::shift)
                .toList();
        return shifts.size() > MOST_SHIFTS ? null : Shifted.of(shifts);
    }
}
