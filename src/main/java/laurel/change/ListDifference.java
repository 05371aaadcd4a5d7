package laurel.change;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The difference of two states of an ordered list, such as the top of a ranking: remove the elements that left and
 * those that are upserted, then insert each upserted element at its place in the new list, first to last. Elements
 * that stay the same keep their relative order, because the order depends only on the elements. So an element is
 * upserted only if it is new or has changed.
 *
 * @param removed keys of the elements that left the list, in the old order
 * @param upserted elements that are new or have changed, in the new order
 */
public record ListDifference<K, E>(List<K> removed, List<E> upserted) {
    /**
     * The difference of two lists of elements.
     *
     * @param same whether two elements with the same key are equal
     */
    public static <K, E> ListDifference<K, E> between(
            List<E> before, List<E> after, Function<E, K> key, BiPredicate<E, E> same) {
        Map<K, E> known = new HashMap<>();
        before.forEach(element -> known.put(key.apply(element), element));
        return of(before.stream().map(key).toList(), after, key, element -> {
            E old = known.get(key.apply(element));
            return old == null || !same.test(old, element);
        });
    }

    /**
     * The difference of a list, of which only the keys are known, and a new list.
     *
     * @param changed whether an element of the new list differs from the element of the old list with its key
     */
    public static <K, E> ListDifference<K, E> of(
            List<K> before, List<E> after, Function<E, K> key, Predicate<E> changed) {
        Set<K> oldKeys = new HashSet<>(before);
        Set<K> newKeys = new HashSet<>(after.stream().map(key).toList());
        return new ListDifference<>(
                before.stream().filter(one -> !newKeys.contains(one)).toList(),
                after.stream()
                        .filter(element -> !oldKeys.contains(key.apply(element)) || changed.test(element))
                        .toList());
    }

    public boolean isEmpty() {
        return removed.isEmpty() && upserted.isEmpty();
    }
}
