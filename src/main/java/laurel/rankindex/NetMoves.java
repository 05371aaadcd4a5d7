package laurel.rankindex;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The net difference between two states of a ranking: one move per participant, from its key in the earlier state to its
 * key in the later one.
 */
public final class NetMoves {
    public static final NetMoves NONE = new NetMoves(Map.of());

    /** By participant. */
    private final Map<Long, EntryMove> moves;

    private final RankKey[] before;
    private final RankKey[] after;

    private NetMoves(Map<Long, EntryMove> moves) {
        this.moves = moves;
        this.before = keys(moves.values(), EntryMove::before);
        this.after = keys(moves.values(), EntryMove::after);
    }

    /**
     * Combines the moves of one ranking.
     *
     * @param moves in the order in which they happened
     */
    public static NetMoves of(Collection<EntryMove> moves) {
        Map<Long, EntryMove> net = new HashMap<>();
        for (EntryMove move : moves) {
            net.merge(
                    move.participantId(),
                    move,
                    (first, last) -> new EntryMove(first.rankingId(), first.before(), last.after()));
        }
        return net.isEmpty() ? NONE : new NetMoves(net);
    }

    private static RankKey[] keys(Collection<EntryMove> moves, Function<EntryMove, @Nullable RankKey> side) {
        return moves.stream().map(side).filter(Objects::nonNull).sorted().toArray(RankKey[]::new);
    }

    public boolean isEmpty() {
        return moves.isEmpty();
    }

    /** The moves that change a key, in no order. */
    public List<EntryMove> moves() {
        return moves.values().stream().filter(EntryMove::moves).toList();
    }

    /** Number of participants with a move. */
    public int size() {
        return moves.size();
    }

    /** Whether the participant's entry moved or was written again. */
    public boolean has(long participant) {
        return moves.containsKey(participant);
    }

    /** The given participants that have a move. */
    public Set<Long> participants(Collection<Long> participants) {
        Set<Long> moved = new HashSet<>(moves.keySet());
        moved.retainAll(participants);
        return moved;
    }

    /** Key in the earlier state of a participant that has a move. Null if it had no entry. */
    public @Nullable RankKey from(long participant) {
        return Objects.requireNonNull(moves.get(participant)).before();
    }

    /** Difference of the entry counts, later minus earlier. */
    public int more() {
        return after.length - before.length;
    }

    /** Difference of the number of entries before a key, later minus earlier. */
    public int moreBefore(RankKey key) {
        return count(after, key) - count(before, key);
    }

    /** Difference of the number of entries with a better score than a key, later minus earlier. */
    public int moreBetter(RankKey key) {
        return moreBefore(new RankKey(key.sortKey(), key.subscoreKey(), Long.MIN_VALUE, "", 0));
    }

    /** Whether any entry moved from or to this key or a better one. */
    public boolean touches(RankKey last) {
        return Stream.of(before, after).anyMatch(keys -> keys.length > 0 && keys[0].compareTo(last) <= 0);
    }

    /** Whether any entry moved from or to a key in this range, or was written again in it. Both bounds are inclusive. */
    public boolean touches(RankKey first, RankKey last) {
        return Stream.of(before, after).anyMatch(keys -> {
            int next = count(keys, first);
            return next < keys.length && keys[next].compareTo(last) <= 0;
        });
    }

    /**
     * The first keys of the earlier state.
     *
     * @param now   the first keys of the later state: at least {@code limit} plus the number of moves, or all
     * @param limit maximum number of keys
     */
    public List<RankKey> undo(List<RankKey> now, int limit) {
        return Stream.concat(now.stream().filter(key -> !has(key.participantId())), Arrays.stream(before))
                .sorted()
                .limit(limit)
                .toList();
    }

    /**
     * The keys around an entry of the earlier state, and its own.
     *
     * @param now   keys of the later state on both sides of the entry: on each side at least the maximum plus the number of
     *              moves, or all
     * @param above maximum number of better keys
     * @param below maximum number of worse keys
     */
    public List<RankKey> undoAround(RankKey entry, List<RankKey> now, int above, int below) {
        List<RankKey> earlier = Stream.concat(
                        now.stream().filter(key -> !has(key.participantId())), Arrays.stream(before))
                .filter(key -> !key.equals(entry))
                .sorted()
                .toList();
        int at = -Collections.binarySearch(earlier, entry) - 1;
        return Stream.of(
                        earlier.subList(Math.max(0, at - above), at),
                        List.of(entry),
                        earlier.subList(at, Math.min(earlier.size(), at + below)))
                .flatMap(List::stream)
                .toList();
    }

    private static int count(RankKey[] keys, RankKey key) {
        int found = Arrays.binarySearch(keys, key);
        return found < 0 ? -found - 1 : found;
    }
}
