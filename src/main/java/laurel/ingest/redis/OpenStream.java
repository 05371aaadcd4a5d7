package laurel.ingest.redis;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.ingest.mapping.MappedStream;
import laurel.ingest.mapping.StreamEntry;
import org.jspecify.annotations.Nullable;

/** A mapped stream whose app exists, and the state of reading it. */
final class OpenStream {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final int MAX_DOUBLINGS = 8;

    private final MappedStream stream;
    private @Nullable Long maintainedAt;
    private int failures;
    private long pausedAt;

    OpenStream(MappedStream stream) {
        this.stream = stream;
    }

    String name() {
        return stream.name();
    }

    Delivery delivery(List<StreamEntry> entries) {
        return new Delivery(stream, entries, null);
    }

    /** Whether it is time to maintain its group and to claim entries of other consumers. */
    boolean needsMaintenance(Duration every) {
        Long last = maintainedAt;
        return last == null || System.nanoTime() - last >= every.toNanos();
    }

    void maintained() {
        maintainedAt = System.nanoTime();
    }

    void succeeded() {
        failures = 0;
    }

    /** Lets the stream wait with exponential backoff. If its group was deleted, the next read creates it again. */
    void failed(RuntimeException failure) {
        if (RedisStreams.groupIsMissing(failure)) {
            maintainedAt = null;
        }
        failures++;
        pausedAt = System.nanoTime();
    }

    boolean failing() {
        return failures > 0;
    }

    /** Whether the stream waits. After the first failure it does not: the group may just have to be created. */
    boolean paused() {
        long pause = SHORTEST_PAUSE.toNanos() << Math.min(failures, MAX_DOUBLINGS);
        return failures > 1 && System.nanoTime() - pausedAt < pause;
    }

    /**
     * Entries of a stream that were read together.
     *
     * @param reasons null until they are recorded or given up; then why entries must be stored as dead letters, by ID
     */
    record Delivery(
            MappedStream stream,
            List<StreamEntry> entries,
            @Nullable Map<String, String> reasons) {
        Delivery {
            // A part must not keep the whole in memory.
            entries = List.copyOf(entries);
        }

        Delivery of(List<StreamEntry> some) {
            return new Delivery(stream, some, reasons);
        }

        Delivery only(Set<String> ids) {
            return of(entries.stream().filter(entry -> ids.contains(entry.id())).toList());
        }

        /** The same entries, which are not recorded again. */
        Delivery decided(Map<String, String> because) {
            return new Delivery(stream, entries, because);
        }
    }
}
