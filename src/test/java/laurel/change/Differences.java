package laurel.change;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Applies differences of lists. */
public final class Differences {
    private Differences() {}

    /**
     * Applies a difference to the old list, as clients do.
     *
     * @param position of an upserted element in the new list, from 1
     */
    public static <K, E> List<E> apply(
            ListDifference<K, E> difference, List<E> before, Function<E, K> key, Function<E, Integer> position) {
        Set<K> replaced = new HashSet<>(difference.removed());
        difference.upserted().forEach(element -> replaced.add(key.apply(element)));
        List<E> list = new ArrayList<>(before.stream()
                .filter(one -> !replaced.contains(key.apply(one)))
                .toList());
        difference.upserted().forEach(element -> list.add(requireNonNull(position.apply(element)) - 1, element));
        return list;
    }
}
