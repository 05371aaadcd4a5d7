package laurel.request;

import java.sql.SQLTransientConnectionException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import laurel.database.BatchedRequest;
import laurel.database.Batcher;

/**
 * Combines look-ups of concurrent requests into one statement. Look-ups that arrive while a statement of their lane is
 * running wait, and the next statement serves all of them: a busy service sends fewer statements, an idle one adds no delay.
 * Each look-up reads what was committed before it arrived.
 *
 * <p>Use it for quick look-ups, because they wait for each other. If a combined statement fails, each look-up is repeated on
 * its own thread, so that one request cannot fail another. A request that ends stops waiting and stops no other. A look-up that
 * finds its lane idle runs alone, on the thread of a caller that waits for it.
 *
 * @param <L> the lane, which groups keys that can be looked up together, for example their app
 */
public final class LookupBatcher<L, K, V> {
    /** Largest size of a combined statement, which keeps it fast. A larger look-up runs alone. */
    private static final int MAX_SIZE = 500;

    private final BiFunction<L, Set<K>, Map<K, V>> load;
    private final ToIntFunction<Set<K>> size;
    // An empty result means that the combined statement failed.
    private final Batcher<L, Set<K>, Optional<Map<K, V>>> batcher;

    /** @param load returns values by key; keys without a value are absent */
    public LookupBatcher(BiFunction<L, Set<K>, Map<K, V>> load) {
        this(load, Set::size);
    }

    /** @param size approximate number of rows that the values of these keys have */
    public LookupBatcher(BiFunction<L, Set<K>, Map<K, V>> load, ToIntFunction<Set<K>> size) {
        this.load = load;
        this.size = size;
        this.batcher = new Batcher<>(MAX_SIZE, Integer.MAX_VALUE, size, this::loadTogether, e -> false, took -> 0);
    }

    /** Returns the values of these keys, by key. Keys without a value are absent. */
    public Map<K, V> load(L lane, Set<K> keys) {
        return isLarge(keys) ? load.apply(lane, keys) : result(lane, keys, () -> batcher.submitOrRun(lane, keys));
    }

    /** Starts a look-up, and returns what waits for its values. One that is too large for a batch runs only then. */
    public Supplier<Map<K, V>> start(L lane, Set<K> keys) {
        if (isLarge(keys)) {
            return () -> load.apply(lane, keys);
        }
        BatchedRequest<Set<K>, Optional<Map<K, V>>> started = batcher.start(lane, keys);
        return () -> result(lane, keys, started::await);
    }

    private boolean isLarge(Set<K> keys) {
        return size.applyAsInt(keys) > MAX_SIZE;
    }

    /** The result of a combined statement. */
    @FunctionalInterface
    private interface Combined<R> {
        R await() throws InterruptedException;
    }

    /** Waits for the result of a combined statement. If it failed, repeats the look-up. */
    private Map<K, V> result(L lane, Set<K> keys, Combined<Optional<Map<K, V>>> combined) {
        try {
            return combined.await().orElseGet(() -> load.apply(lane, keys));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestException(RequestErrorCode.UNAVAILABLE, "The service is stopping", e);
        }
    }

    private List<Optional<Map<K, V>>> loadTogether(L lane, List<Set<K>> lookups) {
        if (lookups.size() == 1) {
            return List.of(Optional.of(load.apply(lane, lookups.getFirst())));
        }
        Set<K> all = new HashSet<>();
        lookups.forEach(all::addAll);
        try {
            Map<K, V> found = load.apply(lane, all);
            return lookups.stream()
                    .map(keys -> Optional.of(restrict(found, keys)))
                    .toList();
        } catch (RuntimeException e) {
            if (isConnectionTimeout(e)) {
                throw e;
            }
            return Collections.nCopies(lookups.size(), Optional.empty());
        }
    }

    /** Whether the pool had no free connection in time. A retry would only wait once more. */
    private static boolean isConnectionTimeout(RuntimeException failure) {
        return Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(SQLTransientConnectionException.class::isInstance);
    }

    private static <K, V> Map<K, V> restrict(Map<K, V> values, Set<K> keys) {
        Map<K, V> own = new HashMap<>();
        for (K key : keys) {
            V value = values.get(key);
            if (value != null) {
                own.put(key, value);
            }
        }
        return own;
    }
}
