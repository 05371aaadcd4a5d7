package laurel.graphql;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Loads large values in parts of the keys. Each part is charged before the next is read, so that a request for too many
 * values ends after a few parts.
 *
 * @param rows   maximum size of a key's value
 * @param budget of the response that the values are loaded for
 */
record PartedLoad<K, V>(ToIntFunction<K> rows, Function<Set<K>, Map<K, V>> read, ResponseBudget budget) {
    /** Maximum number of rows in one part. */
    private static final int MAX_ROWS = 5_000;

    /** Maximum number of rows after a part of few bytes: most values are smaller than their maximum. */
    private static final int MAX_LIGHT_ROWS = 4 * MAX_ROWS;

    private static final int LIGHT_BYTES = 1 << 20;

    Map<K, V> load(Set<K> keys) {
        long all = keys.stream().mapToLong(rows::applyAsInt).sum();
        if (all > MAX_ROWS) {
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
        long limit = MAX_ROWS;
        for (K key : keys) {
            int more = rows.applyAsInt(key);
            if (size + more > limit && !part.isEmpty()) {
                limit = add(part, loaded) < LIGHT_BYTES ? MAX_LIGHT_ROWS : MAX_ROWS;
                part = new LinkedHashSet<>();
                size = 0;
            }
            part.add(key);
            size += more;
        }
        var unused = add(part, loaded);
        return loaded;
    }

    /** Reads this part, adds its values, and returns their bytes. */
    private long add(Set<K> part, Map<K, V> loaded) {
        Map<K, V> read = this.read.apply(part);
        loaded.putAll(read);
        budget.hold(read.values());
        return ResponseBudget.bytes(read.values());
    }
}
