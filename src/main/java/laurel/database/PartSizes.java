package laurel.database;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;

/**
 * The sizes of the next parts of long work. Other requests may wait for the locks of a part, so a part is as large as takes a set
 * time, by the time that the part before took.
 *
 * @param <K> key of work whose parts are alike
 */
public final class PartSizes<K> {
    /** Half of what requests may wait at most: the work of the next part may cost more than that of the last one. */
    static final Duration TARGET = Duration.ofMillis(50);

    /** Of the first part, and of parts that remain slow: most of their time does not depend on their size. */
    private static final int LEAST = 20;

    private static final int MAX_CHANGE = 2;
    private static final int MAX_KEPT = 10_000;

    private final Cache<K, Integer> sizes =
            Caffeine.newBuilder().maximumSize(MAX_KEPT).build();

    /** Returns the size of the next part, at most a maximum. */
    public int next(K key, int maximum) {
        Integer size = sizes.getIfPresent(key);
        return Math.clamp(size == null ? LEAST : size, 1, maximum);
    }

    /**
     * Stores how long a part took. After a fast one, the next may be larger: up to twice the work of this one. After a slow one,
     * it is smaller, but not less than half: another process may have disturbed this one. At least 20.
     *
     * @param size   the size that the part could have
     * @param amount of its work, at least 1
     */
    public void took(K key, int size, int amount, Duration time) {
        double fitting = (double) amount * TARGET.toNanos() / Math.max(1, time.toNanos());
        double next = time.compareTo(TARGET) > 0
                ? Math.clamp(fitting, (double) size / MAX_CHANGE, size)
                : Math.max(size, Math.min(fitting, (double) amount * MAX_CHANGE));
        sizes.put(key, Math.max(LEAST, (int) next));
    }
}
