package laurel.request.cache;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import laurel.database.sql.Versioned;
import laurel.request.LookupBatcher;
import laurel.request.Measured;
import laurel.request.cache.StoredRow.RowTable;
import org.jspecify.annotations.Nullable;

/**
 * Looks rows up, and keeps those that were found in memory. A request that uses one from memory must verify it: see {@link
 * UsedRows}.
 */
public final class RowCache<K, V> {
    /** Bytes of texts and lists that count as another row. */
    private static final int ROW_BYTES = 1_000;

    private final RowTable table;
    private final ToLongFunction<V> id;
    private final Function<K, ?> identity;
    private final LookupBatcher<Integer, K, Versioned<V>> lookups;
    private final Cache<AppKey, Versioned<V>> rows;

    private record AppKey(int app, Object key) {}

    /**
     * Creates an empty cache.
     *
     * @param maxRows  maximum number of rows in memory; long ones count as several
     * @param id       returns the ID of a row
     * @param identity returns what identifies a key, if the key has more
     * @param load     returns rows by app and key; keys without a row are absent
     */
    RowCache(
            int maxRows,
            RowTable table,
            ToLongFunction<V> id,
            Function<K, ?> identity,
            BiFunction<Integer, Set<K>, Map<K, Versioned<V>>> load) {
        this.table = table;
        this.id = id;
        this.identity = identity;
        this.lookups = new LookupBatcher<>(load);
        this.rows = Caffeine.newBuilder()
                .maximumWeight(maxRows)
                .<AppKey, Versioned<V>>weigher((key, row) -> weight(row))
                .build();
    }

    /** Returns the rows with these keys in the app, by key. Keys without a row are absent. */
    public Map<K, V> load(int app, Set<K> keys, UsedRows used) {
        Map<K, Versioned<V>> found = new HashMap<>();
        if (used.isAllowed()) {
            for (K key : keys) {
                Versioned<V> row = rows.getIfPresent(of(app, key));
                if (row != null) {
                    found.put(key, row);
                }
            }
        }
        if (found.size() < keys.size()) {
            // All with one statement: to verify some would be another one.
            found = lookups.load(app, keys);
            for (K key : keys) {
                keep(of(app, key), found.get(key));
            }
        } else {
            found.values().forEach(row -> used.add(stored(row)));
        }
        Map<K, V> values = new HashMap<>();
        found.forEach((key, row) -> values.put(key, row.value()));
        return values;
    }

    private void keep(AppKey key, @Nullable Versioned<V> row) {
        if (row == null || row.rowVersion() == null) {
            rows.invalidate(key);
        } else {
            rows.put(key, row);
        }
    }

    private static int weight(Versioned<?> row) {
        return row.value() instanceof Measured measured ? 1 + Math.toIntExact(measured.heldBytes() / ROW_BYTES) : 1;
    }

    private StoredRow stored(Versioned<V> row) {
        return new StoredRow(table, id.applyAsLong(row.value()), requireNonNull(row.rowVersion()));
    }

    private AppKey of(int app, K key) {
        return new AppKey(app, identity.apply(key));
    }
}
