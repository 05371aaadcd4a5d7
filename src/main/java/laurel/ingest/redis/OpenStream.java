package laurel.ingest.redis;

import java.time.Duration;
import java.util.List;
import laurel.ingest.mapping.MappedStream;
import org.jspecify.annotations.Nullable;

/** A mapped stream whose app there is, and how reading it goes. */
final class OpenStream {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 8;

    private final MappedStream stream;
    private final int app;
    private @Nullable Long tidiedAt;
    private int failures;
    private long pausedAt;

    OpenStream(MappedStream stream, int app) {
        this.stream = stream;
        this.app = app;
    }

    String name() {
        return stream.name();
    }

    Delivery delivery(List<StreamEntry> entries) {
        return new Delivery(stream, app, entries);
    }

    /** Whether it is time to see to its group, and to what others left. */
    boolean untidy(Duration every) {
        Long last = tidiedAt;
        return last == null || System.nanoTime() - last >= every.toNanos();
    }

    void tidied() {
        tidiedAt = System.nanoTime();
    }

    void passed() {
        failures = 0;
    }

    /** It waits, ever longer; where its group is gone, that is made again the next time. */
    void failed(RuntimeException failure) {
        if (RedisStreams.groupIsGone(failure)) {
            tidiedAt = null;
        }
        failures++;
        pausedAt = System.nanoTime();
    }

    boolean failing() {
        return failures > 0;
    }

    /** Not after its first failure: it may have been the group. */
    boolean paused() {
        long pause = SHORTEST_PAUSE.toNanos() << Math.min(failures, MOST_DOUBLINGS);
        return failures > 1 && System.nanoTime() - pausedAt < pause;
    }

    /** Entries of a stream that were read together. */
    record Delivery(MappedStream stream, int app, List<StreamEntry> entries) {
        Delivery of(List<StreamEntry> some) {
            return new Delivery(stream, app, some);
        }
    }
}
