package laurel.rankindex;

import java.util.Arrays;
import java.util.Collection;
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
 * What has changed in a ranking between two states of it, whoever moved several times taken once: from where each was to
 * where each is.
 */
public final class NetMoves {
    /** Nothing. */
    public static final NetMoves NONE = new NetMoves(Map.of());

    /** By participant: the place in the earlier state and the one in the later. */
    private final Map<Long, EntryMove> moves;

    private final RankKey[] before;
    private final RankKey[] after;

    private NetMoves(Map<Long, EntryMove> moves) {
        this.moves = moves;
        this.before = places(moves.values(), EntryMove::before);
        this.after = places(moves.values(), EntryMove::after);
    }

    /**
     * What these come to.
     *
     * @param shifts of one ranking, in the order in which they happened
     */
    public static NetMoves of(Collection<EntryMove> shifts) {
        Map<Long, EntryMove> moves = new HashMap<>();
        for (EntryMove shift : shifts) {
            moves.merge(
                    shift.participantId(),
                    shift,
                    (first, last) -> new EntryMove(first.rankingId(), first.before(), last.after()));
        }
        return moves.isEmpty() ? NONE : new NetMoves(moves);
    }

    private static RankKey[] places(Collection<EntryMove> moves, Function<EntryMove, @Nullable RankKey> side) {
        return moves.stream().map(side).filter(Objects::nonNull).sorted().toArray(RankKey[]::new);
    }

    public boolean isEmpty() {
        return moves.isEmpty();
    }

    /** Where each whose place is another was and is, in no order. */
    public List<EntryMove> moves() {
        return moves.values().stream().filter(EntryMove::moves).toList();
    }

    /** How many moved. */
    public int size() {
        return moves.size();
    }

    /** Whether this participant moved, or its entry was written anew. */
    public boolean has(long participant) {
        return moves.containsKey(participant);
    }

    /** Those of these who moved. */
    public Set<Long> among(Collection<Long> participants) {
        Set<Long> among = new HashSet<>(moves.keySet());
        among.retainAll(participants);
        return among;
    }

    /** Where one who moved was in the earlier state; null where it was not. */
    public @Nullable RankKey from(long participant) {
        return Objects.requireNonNull(moves.get(participant)).before();
    }

    /** How many more there are in the later state. */
    public int more() {
        return after.length - before.length;
    }

    /** How many more entries stand before this place in the later state. */
    public int moreBefore(RankKey place) {
        return count(after, place) - count(before, place);
    }

    /** How many more scores are better than that of this place in the later state. */
    public int moreBetter(RankKey place) {
        return moreBefore(new RankKey(place.sortKey(), place.subscoreKey(), Long.MIN_VALUE, Long.MIN_VALUE));
    }

    /** Whether somebody came, went or changed at or before this place. */
    public boolean touches(RankKey last) {
        return Stream.of(before, after).anyMatch(places -> places.length > 0 && places[0].compareTo(last) <= 0);
    }

    /**
     * The first of the earlier state, by place.
     *
     * @param now  the first of the later state, at least as many as are asked for and as moved, or all
     * @param most how many
     */
    public List<RankKey> undo(List<RankKey> now, int most) {
        return Stream.concat(now.stream().filter(place -> !has(place.participantId())), Arrays.stream(before))
                .sorted()
                .limit(most)
                .toList();
    }

    private static int count(RankKey[] places, RankKey bound) {
        int found = Arrays.binarySearch(places, bound);
        return found < 0 ? -found - 1 : found;
    }
}
