package laurel.graphql;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Loads what may be much, a part of the keys at a time. Each part is charged before the next is read, so that a request that
 * asks for too much ends after a few.
 *
 * @param rows   how many the value of a key may have
 * @param budget of the answer that they are loaded for
 */
record PartedLoad<K, V>(ToIntFunction<K> rows, Function<Set<K>, Map<K, V>> read, AnswerBudget budget) {
    /** Rows that are loaded at once. */
    private static final int MOST = 5_000;

    Map<K, V> load(Set<K> keys) {
        long all = keys.stream().mapToLong(rows::applyAsInt).sum();
        return all > MOST ? inParts(keys) : charged(read.apply(keys));
    }

    private Map<K, V> inParts(Set<K> keys) {
        // Before there is a connection: whoever waits needs none.
        budget.grow();
        Map<K, V> loaded = new HashMap<>();
        Set<K> part = new LinkedHashSet<>();
        long size = 0;
        for (K key : keys) {
            int more = rows.applyAsInt(key);
            if (size + more > MOST && !part.isEmpty()) {
                loaded.putAll(charged(read.apply(part)));
                part = new LinkedHashSet<>();
                size = 0;
            }
            part.add(key);
            size += more;
        }
        loaded.putAll(charged(read.apply(part)));
        return loaded;
    }

    private Map<K, V> charged(Map<K, V> loaded) {
        budget.hold(loaded.values());
        return loaded;
    }
}
