package laurel.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What makes one ordered list of another: take away all of either, then put each of those placed where it stands in the new
 * list, the first first. Whoever is the same in both keeps its order to the others that are, because the order is by what
 * they are; so nobody need be placed but those who came and those who changed.
 *
 * @param left   who is in the list no more, in the order that they had
 * @param placed who is new in it, or changed, in the order that they have
 */
public record ListDifference<K, E>(List<K> left, List<E> placed) {
    /**
     * The difference of two lists of elements.
     *
     * @param same whether two elements of one key are the same
     */
    public static <K, E> ListDifference<K, E> between(
            List<E> before, List<E> after, Function<E, K> key, BiPredicate<E, E> same) {
        Map<K, E> known = new HashMap<>();
        before.forEach(element -> known.put(key.apply(element), element));
        return of(before.stream().map(key).toList(), after, key, element -> {
            E was = known.get(key.apply(element));
            return was == null || !same.test(was, element);
        });
    }

    /**
     * The difference of a list, of which only the keys are known, and a new list.
     *
     * @param changed whether an element of the new list is another than the old list had, should it have been there
     */
    public static <K, E> ListDifference<K, E> of(
            List<K> before, List<E> after, Function<E, K> key, Predicate<E> changed) {
        Set<K> was = new HashSet<>(before);
        Set<K> is = new HashSet<>(after.stream().map(key).toList());
        return new ListDifference<>(
                before.stream().filter(one -> !is.contains(one)).toList(),
                after.stream()
                        .filter(element -> !was.contains(key.apply(element)) || changed.test(element))
                        .toList());
    }

    public boolean isEmpty() {
        return left.isEmpty() && placed.isEmpty();
    }

    /**
     * The new list, of the old: what clients do.
     *
     * @param position where one of those placed stands in the new list, from 1
     */
    public List<E> apply(List<E> before, Function<E, K> key, Function<E, Integer> position) {
        Set<K> gone = new HashSet<>(left);
        placed.forEach(element -> gone.add(key.apply(element)));
        List<E> list = new ArrayList<>(
                before.stream().filter(one -> !gone.contains(key.apply(one))).toList());
        placed.forEach(element -> list.add(Objects.requireNonNull(position.apply(element)) - 1, element));
        return list;
    }
}
