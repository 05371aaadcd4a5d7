package laurel.ingest.redis;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.Periodic;
import laurel.Serving;
import laurel.ingest.deadletter.DeadLetters;
import laurel.ingest.mapping.MappedStream;
import laurel.ingest.mapping.Mappings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics of how far recording is behind the streams. While Redis is unavailable, the lag grows from the last
 * successful check. The lag is NaN if it is unknown, for example if the key is not a stream.
 */
@Singleton
@Serving
@Requires(bean = RedisStreams.class)
class StreamLag {
    private static final Logger LOG = LoggerFactory.getLogger(StreamLag.class);

    private final Mappings mappings;
    private final RedisStreams redis;
    private final DeadLetters deadLetters;
    private final Clock clock;
    /** When the oldest waiting entry was added, by stream. Absent if no entry waits. */
    private final Map<String, Instant> waiting = new ConcurrentHashMap<>();

    /** Streams whose lag is known. */
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    private final AtomicInteger dead = new AtomicInteger();

    StreamLag(Mappings mappings, RedisStreams redis, DeadLetters deadLetters, Clock clock, MeterRegistry meters) {
        this.mappings = mappings;
        this.redis = redis;
        this.deadLetters = deadLetters;
        this.clock = clock;
        Gauge.builder("laurel.stream.dead.letters", dead, AtomicInteger::get)
                .description("Events in the dead-letter queue; if above 0, inspect deadLetters")
                .register(meters);
        for (MappedStream stream : mappings.all()) {
            Gauge.builder("lb.backlog.lag", () -> seconds(stream.name()))
                    .description("Age of the oldest entry that is not acknowledged")
                    .baseUnit("seconds")
                    .tag("stream", stream.name())
                    .register(meters);
            meters.counter("lb.events.processed", "stream", stream.name());
        }
    }

    @Periodic(value = "measure the lag of streams", every = "laurel.streams.check-every:5s")
    void run() {
        measure(clock.instant());
    }

    /** Measures all streams. */
    void measure(Instant now) {
        for (MappedStream stream : mappings.all()) {
            measure(stream.name(), now);
        }
        // Independent of the result above.
        dead.set(deadLetters.count());
    }

    private void measure(String stream, Instant now) {
        try {
            Optional<Instant> oldest = redis.oldest(stream);
            oldest.ifPresentOrElse(since -> waiting.put(stream, since), () -> waiting.remove(stream));
            known.add(stream);
        } catch (RuntimeException e) {
            LOG.debug("The lag of the stream {} could not be measured", stream, e);
            if (RedisConnection.isUnavailable(e)) {
                waiting.putIfAbsent(stream, now);
            } else {
                known.remove(stream);
            }
        }
    }

    private double seconds(String stream) {
        if (!known.contains(stream)) {
            return Double.NaN;
        }
        Instant since = waiting.get(stream);
        return since == null
                ? 0
                : Math.max(0, Duration.between(since, clock.instant()).toMillis() / 1e3);
    }
}
