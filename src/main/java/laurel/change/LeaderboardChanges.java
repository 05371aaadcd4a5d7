package laurel.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import laurel.rankindex.EntryMove;
import laurel.rankindex.NetMoves;
import org.jspecify.annotations.Nullable;

/** Changes of the rankings of one leaderboard up to a position. Used by one thread. */
public final class LeaderboardChanges {
    private final List<Change> changes;
    private final long position;
    private final int maxMoves;
    private final Map<Long, List<SequencedMove>> byRanking = new HashMap<>();
    private final Map<Since, Optional<NetMoves>> netMoves = new HashMap<>();

    /** Every entry move after this sequence is known. */
    private long completeAfter;

    private record SequencedMove(long sequence, EntryMove move) {}

    private record Since(long ranking, long sequence) {}

    private LeaderboardChanges(List<Change> changes, long completeAfter, long position, int maxMoves) {
        this.changes = changes;
        this.completeAfter = completeAfter;
        this.position = position;
        this.maxMoves = maxMoves;
        changes.forEach(this::add);
    }

    private void add(Change change) {
        List<EntryMove> moves = change.moves();
        if (moves == null) {
            completeAfter = Math.max(completeAfter, change.sequence());
        } else {
            moves.forEach(move -> byRanking
                    .computeIfAbsent(move.rankingId(), ranking -> new ArrayList<>())
                    .add(new SequencedMove(change.sequence(), move)));
        }
    }

    /** Consecutive changes with the moves of all rankings, up to a position. */
    static LeaderboardChanges of(List<Change> changes, long position) {
        return new LeaderboardChanges(changes, Long.MIN_VALUE, position, Integer.MAX_VALUE);
    }

    /**
     * The latest changes, with the moves of some rankings.
     *
     * @param after    the sequence after which changes were read, none of which is dropped
     * @param changes  in order; only the last {@link EntryMoves#MAX_CHANGES}, and none if they have too many moves
     * @param position the present position of the leaderboard
     * @param maxMoves moves of one ranking above which {@link #since} returns null
     */
    static LeaderboardChanges latest(long after, long position, List<Change> changes, int maxMoves) {
        long completeAfter = after;
        if (changes.isEmpty()) {
            completeAfter = position;
        } else if (changes.size() >= EntryMoves.MAX_CHANGES) {
            completeAfter = changes.getFirst().sequence();
        }
        return new LeaderboardChanges(changes, completeAfter, position, maxMoves);
    }

    static int moveCount(Change change) {
        return Objects.requireNonNullElse(change.moves(), List.of()).size();
    }

    /** In order of sequence. */
    public List<Change> changes() {
        return changes;
    }

    /** The sequence that these changes lead to. */
    public long position() {
        return position;
    }

    /** Whether the moves of every change are known. False if one changed more entries than the outbox stores. */
    public boolean isComplete() {
        return changes.stream().allMatch(change -> change.moves() != null);
    }

    /** Number of entry moves of all rankings. */
    public int moveCount() {
        return changes.stream().mapToInt(LeaderboardChanges::moveCount).sum();
    }

    /** The ids of the rankings with moves. */
    public Set<Long> rankings() {
        return byRanking.keySet();
    }

    /** The net moves of a ranking over all of these changes, as far as they are known. */
    public NetMoves moves(long ranking) {
        return NetMoves.of(moves(ranking, Long.MIN_VALUE));
    }

    /** The net moves of a ranking after this sequence; null if not all of them are known. */
    public @Nullable NetMoves since(long ranking, long sequence) {
        if (sequence < completeAfter || sequence > position) {
            return null;
        }
        return netMoves.computeIfAbsent(new Since(ranking, sequence), this::limited)
                .orElse(null);
    }

    private Optional<NetMoves> limited(Since since) {
        List<EntryMove> moves = moves(since.ranking, since.sequence);
        return moves.size() > maxMoves ? Optional.empty() : Optional.of(NetMoves.of(moves));
    }

    private List<EntryMove> moves(long ranking, long sequence) {
        return byRanking.getOrDefault(ranking, List.of()).stream()
                .filter(one -> one.sequence > sequence)
                .map(SequencedMove::move)
                .toList();
    }
}
