package laurel.activity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;

/**
 * The sizes of the next parts of backlogs. Other requests may wait for the locks of a part, so a part is as large as takes a set
 * time, by the time that the part before took for its work.
 */
final class PartSizes {
    /** Half of what requests may wait at most: the work of the next part may cost more than that of the last one. */
    static final Duration TARGET = Duration.ofMillis(50);

    static final int FIRST = 20;
    private static final int MAX_CHANGE = 2;
    private static final int MAX_KEPT = 10_000;

    private record AppBacklog(String backlog, int app) {}

    private final Cache<AppBacklog, Integer> sizes =
            Caffeine.newBuilder().maximumSize(MAX_KEPT).build();

    /** Returns the maximum size of the next part. */
    int next(Backlog backlog, int app) {
        Integer size = sizes.getIfPresent(new AppBacklog(backlog.name(), app));
        return Math.clamp(size == null ? FIRST : size, 1, backlog.maxPartSize());
    }

    /**
     * Stores how long a part took. After a fast one, the next may be larger, up to twice the work of this one. After a slow one, it is
     * smaller, but not less than half: another process may have disturbed this one.
     *
     * @param maximum the maximum size that the part had
     * @param size    the amount of its work, at least 1
     */
    void took(Backlog backlog, int app, int maximum, int size, Duration time) {
        double fitting = (double) size * TARGET.toNanos() / Math.max(1, time.toNanos());
        double next = time.compareTo(TARGET) > 0
                ? Math.clamp(fitting, (double) maximum / MAX_CHANGE, maximum)
                : Math.max(maximum, Math.min(fitting, (double) size * MAX_CHANGE));
        sizes.put(
                new AppBacklog(backlog.name(), app),
                Math.clamp((long) next, 1, Math.max(maximum, backlog.maxPartSize())));
    }
}
