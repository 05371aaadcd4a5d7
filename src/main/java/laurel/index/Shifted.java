package laurel.index;

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
 * What has changed in a ranking between two states of it, whoever moved several times taken once: from where each was to where
 * each is.
 */
public final class Shifted {
    /** Nothing. */
    public static final Shifted NONE = new Shifted(Map.of());

    /** By participant: the place in the earlier state and the one in the later. */
    private final Map<Long, Shift> moves;

    private final EntryPlace[] before;
    private final EntryPlace[] after;

    private Shifted(Map<Long, Shift> moves) {
        this.moves = moves;
        this.before = places(moves.values(), Shift::before);
        this.after = places(moves.values(), Shift::after);
    }

    /**
     * What these come to.
     *
     * @param shifts of one ranking, in the order in which they happened
     */
    public static Shifted of(Collection<Shift> shifts) {
        Map<Long, Shift> moves = new HashMap<>();
        for (Shift shift : shifts) {
            moves.merge(
                    shift.participantId(),
                    shift,
                    (first, last) -> new Shift(first.rankingId(), first.before(), last.after()));
        }
        return moves.isEmpty() ? NONE : new Shifted(moves);
    }

    private static EntryPlace[] places(Collection<Shift> moves, Function<Shift, @Nullable EntryPlace> side) {
        return moves.stream().map(side).filter(Objects::nonNull).sorted().toArray(EntryPlace[]::new);
    }

    public boolean isEmpty() {
        return moves.isEmpty();
    }

    /** Where each whose place is another was and is, in no order. */
    public List<Shift> moves() {
        return moves.values().stream().filter(Shift::moves).toList();
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
    public @Nullable EntryPlace from(long participant) {
        return Objects.requireNonNull(moves.get(participant)).before();
    }

    /** How many more there are in the later state. */
    public int more() {
        return after.length - before.length;
    }

    /** How many more entries stand before this place in the later state. */
    public int moreBefore(EntryPlace place) {
        return count(after, place) - count(before, place);
    }

    /** How many more scores are better than that of this place in the later state. */
    public int moreBetter(EntryPlace place) {
        return moreBefore(new EntryPlace(place.sortKey(), place.subscoreKey(), Long.MIN_VALUE, Long.MIN_VALUE));
    }

    /** Whether somebody came, went or changed at or before this place. */
    public boolean touches(EntryPlace last) {
        return Stream.of(before, after).anyMatch(places -> places.length > 0 && places[0].compareTo(last) <= 0);
    }

    /**
     * The first of the earlier state, by place.
     *
     * @param now  the first of the later state, at least as many as are asked for and as moved, or all
     * @param most how many
     */
    public List<EntryPlace> undo(List<EntryPlace> now, int most) {
        return Stream.concat(now.stream().filter(place -> !has(place.participantId())), Arrays.stream(before))
                .sorted()
                .limit(most)
                .toList();
    }

    private static int count(EntryPlace[] places, EntryPlace bound) {
        int found = Arrays.binarySearch(places, bound);
        return found < 0 ? -found - 1 : found;
    }
}
