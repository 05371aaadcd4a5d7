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
    /** Rows that may be loaded at once. */
    private static final int MOST = 5_000;

    /** As many where the part before had few bytes: most keys have less than they may. */
    private static final int MOST_OF_LIGHT = 4 * MOST;

    private static final int LIGHT_BYTES = 1 << 20;

    Map<K, V> load(Set<K> keys) {
        long all = keys.stream().mapToLong(rows::applyAsInt).sum();
        if (all > MOST) {
            return inParts(keys);
        }
        Map<K, V> loaded = read.apply(keys);
        budget.hold(loaded.values());
        return loaded;
    }

    private Map<K, V> inParts(Set<K> keys) {
        // Waits before it uses a connection.
        budget.grow();
        Map<K, V> loaded = new HashMap<>();
        Set<K> part = new LinkedHashSet<>();
        long size = 0;
        long most = MOST;
        for (K key : keys) {
            int more = rows.applyAsInt(key);
            if (size + more > most && !part.isEmpty()) {
                most = add(part, loaded) < LIGHT_BYTES ? MOST_OF_LIGHT : MOST;
                part = new LinkedHashSet<>();
                size = 0;
            }
            part.add(key);
            size += more;
        }
        var unused = add(part, loaded);
        return loaded;
    }

    /** Adds what is read of this part, and gives its bytes. */
    private long add(Set<K> part, Map<K, V> loaded) {
        Map<K, V> read = this.read.apply(part);
        loaded.putAll(read);
        budget.hold(read.values());
        return AnswerBudget.bytes(read.values());
    }
}
