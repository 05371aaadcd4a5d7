package laurel.ingest.redis;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Requires;
import io.micronaut.scheduling.annotation.Scheduled;
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
 * How far recording is behind the streams, for an operator. While Redis cannot be asked, the time since it last said that
 * nothing waits counts as waiting. Of a stream of which it cannot be told, such as of what is no stream, it is no number.
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
    /** Since when entries wait, by stream; of a stream in which none does, absent. */
    private final Map<String, Instant> waiting = new ConcurrentHashMap<>();

    /** Those of which Redis said how far behind they are, and has not said since that it cannot. */
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    private final AtomicInteger dead = new AtomicInteger();

    StreamLag(Mappings mappings, RedisStreams redis, DeadLetters deadLetters, Clock clock, MeterRegistry meters) {
        this.mappings = mappings;
        this.redis = redis;
        this.deadLetters = deadLetters;
        this.clock = clock;
        Gauge.builder("laurel.stream.dead.letters", dead, AtomicInteger::get)
                .description("Entries of streams that could not be recorded and wait for a person")
                .register(meters);
        for (MappedStream stream : mappings.all()) {
            Gauge.builder("laurel.stream.lag", () -> seconds(stream.name()))
                    .description("Age of the oldest entry that is not acknowledged")
                    .baseUnit("seconds")
                    .tag("stream", stream.name())
                    .register(meters);
            meters.counter("laurel.stream.processed", "stream", stream.name());
        }
    }

    @Scheduled(fixedDelay = "${laurel.streams.look-every:5s}", initialDelay = "${laurel.streams.look-every:5s}")
    @Periodic
    void run() {
        try {
            look(clock.instant());
        } catch (RuntimeException e) {
            LOG.debug("Could not look how far streams are behind", e);
        }
    }

    /** Looks anew. */
    void look(Instant now) {
        for (MappedStream stream : mappings.all()) {
            look(stream.name(), now);
        }
        // Whatever came of the streams.
        dead.set(deadLetters.count());
    }

    private void look(String stream, Instant now) {
        try {
            Optional<Instant> oldest = redis.oldest(stream);
            oldest.ifPresentOrElse(since -> waiting.put(stream, since), () -> waiting.remove(stream));
            told.add(stream);
        } catch (RuntimeException e) {
            LOG.debug("Could not look how far {} is behind", stream, e);
            if (RedisStreams.isAway(e)) {
                waiting.putIfAbsent(stream, now);
            } else {
                told.remove(stream);
            }
        }
    }

    private double seconds(String stream) {
        if (!told.contains(stream)) {
            return Double.NaN;
        }
        Instant since = waiting.get(stream);
        return since == null
                ? 0
                : Math.max(0, Duration.between(since, clock.instant()).toMillis() / 1e3);
    }
}
