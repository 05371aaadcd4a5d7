package laurel.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.rankindex.EntryMove;
import laurel.rankindex.NetMoves;
import org.jspecify.annotations.Nullable;

/** What has changed in a board's rankings up to its present sequence, as far as the outbox tells. */
public final class LeaderboardChanges {
    /** So many shifts cost more to follow than the ranking costs to read. */
    static final int MOST_SHIFTS = 5_000;

    private final long position;
    /** Everything after this is told. */
    private long toldFrom;

    private final Map<Long, List<Sequenced>> byRanking = new HashMap<>();
    private final Map<Since, Optional<NetMoves>> known = new HashMap<>();

    private record Since(long ranking, long sequence) {}

    private record Sequenced(long sequence, EntryMove shift) {}

    /**
     * @param position the board's present sequence
     * @param from     the sequence after which changes were asked for, none of which is gone
     * @param changes  those found, in order; none where there were too many, and of too many of the board the last
     */
    public LeaderboardChanges(long position, long from, List<Change> changes) {
        this.position = position;
        if (changes.isEmpty()) {
            this.toldFrom = position;
        } else {
            this.toldFrom = changes.size() < EntryMoves.MOST_CHANGES
                    ? from
                    : changes.getFirst().sequence();
        }
        changes.forEach(this::add);
    }

    private void add(Change change) {
        List<EntryMove> shifts = change.shifts();
        if (shifts == null) {
            toldFrom = Math.max(toldFrom, change.sequence());
        } else {
            shifts.forEach(shift -> byRanking
                    .computeIfAbsent(shift.rankingId(), ranking -> new ArrayList<>())
                    .add(new Sequenced(change.sequence(), shift)));
        }
    }

    /** The board's present sequence. */
    public long position() {
        return position;
    }

    /** What has changed in a ranking since this sequence; null where that is not told. */
    @Nullable
    public NetMoves since(long ranking, long sequence) {
        if (sequence < toldFrom || sequence > position) {
            return null;
        }
        return known.computeIfAbsent(new Since(ranking, sequence), this::told).orElse(null);
    }

    private Optional<NetMoves> told(Since since) {
        List<EntryMove> shifts = byRanking.getOrDefault(since.ranking, List.of()).stream()
                .filter(one -> one.sequence > since.sequence)
                .map(Sequenced::shift)
                .toList();
        return shifts.size() > MOST_SHIFTS ? Optional.empty() : Optional.of(NetMoves.of(shifts));
    }
}
