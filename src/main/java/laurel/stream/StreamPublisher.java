package laurel.stream;

import io.lettuce.core.RedisException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Requires;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import laurel.CannotStartException;
import laurel.Periodic;
import laurel.PeriodicJobs;
import laurel.Serving;
import laurel.app.Apps;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.event.EventType;
import laurel.event.message.EventMessages;
import laurel.event.message.EventMessages.EventMessage;
import laurel.event.message.EventMessages.EventMessageBatch;
import laurel.ingest.redis.RedisConnection;
import laurel.stream.PublishSettings.StreamFormat;
import laurel.stream.RedisTarget.AddedEntries;
import laurel.stream.RedisTarget.NewStreamEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the events of apps to Redis Streams, on any node, one node at a time for each app. */
@Singleton
@Serving
@Requires(bean = RedisTarget.class)
public class StreamPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(StreamPublisher.class);

    /** Events that one script adds. */
    private static final int EVENTS_AT_ONCE = 200;

    /** Longer than adding a batch takes before it times out. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    /** Other apps wait for it, too. */
    private static final Duration PAUSE_OF_FAILED_APP = Duration.ofSeconds(1);

    private static final int MOST_DOUBLINGS = 8;
    private static final int MIN_PAYLOAD = 256;

    private final StreamPositionRepository positions;
    private final EventMessages events;
    private final RedisTarget redis;
    private final Apps apps;
    private final Clock clock;
    private final PeriodicJobs jobs;
    private final PublishSettings settings;
    private final List<EventType> types;
    private final StreamFormat format;
    private final Counter truncated;
    private final UUID lease = UUID.randomUUID();
    private final AtomicBoolean pending = new AtomicBoolean(true);
    /** Keys of apps that did not exist yet. All their events are published. */
    private final Set<String> absent = new HashSet<>();

    private final Signals.Registration listening;

    StreamPublisher(
            StreamPositionRepository positions,
            EventMessages events,
            RedisTarget redis,
            Apps apps,
            Clock clock,
            PeriodicJobs jobs,
            PublishSettings settings,
            Signals signals,
            MeterRegistry meters) {
        this.positions = positions;
        this.events = events;
        this.redis = redis;
        this.apps = apps;
        this.clock = clock;
        this.jobs = jobs;
        this.settings = settings;
        this.types = settings.types();
        this.format = settings.streamFormat();
        if (settings.maxLength() < 1) {
            throw new CannotStartException("laurel.streams.publish.max-length must be at least 1");
        }
        if (settings.maxPayload() < MIN_PAYLOAD) {
            throw new CannotStartException("laurel.streams.publish.max-payload must be at least " + MIN_PAYLOAD);
        }
        this.truncated = Counter.builder("laurel.stream.truncated")
                .description("Events that were published without their data, which was too large")
                .register(meters);
        this.listening = signals.listen(signal -> {
            if (signal.topic() == Topic.EVENTS || signal.topic() == Topic.ANYTHING) {
                pending.set(true);
            }
        });
    }

    @PreDestroy
    void stop() {
        listening.close();
    }

    @Periodic(value = "publish events to streams", every = "laurel.streams.publish.every:200ms")
    void run() {
        int failures = 0;
        while (pending.getAndSet(false) && !jobs.stopping()) {
            try {
                publish();
            } catch (RuntimeException e) {
                pending.set(true);
                if (failures == 0) {
                    LOG.warn("Events cannot be published to streams; they wait", e);
                }
                jobs.pause(
                        RedisConnection.isUnavailable(e)
                                ? SHORTEST_PAUSE.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS))
                                : PAUSE_OF_FAILED_APP);
                failures++;
            }
        }
    }

    /**
     * Publishes all events up to now, except those of apps that another node publishes. An app that fails does not stop the
     * others, unless Redis is unavailable. Throws the first failure.
     */
    public void publish() {
        RuntimeException failure = null;
        // Also during an outage of Redis: an app that has a position loses no events.
        for (Map.Entry<String, Integer> app : started().entrySet()) {
            try {
                publish(app.getKey(), app.getValue());
            } catch (RuntimeException e) {
                if (RedisConnection.isUnavailable(e)) {
                    throw e;
                }
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Starts all apps that exist, and returns their IDs by key. */
    private Map<String, Integer> started() {
        Map<String, Integer> started = new LinkedHashMap<>();
        for (String key : settings.appKeys()) {
            OptionalInt id = apps.idOf(key);
            if (id.isPresent()) {
                positions.start(id.getAsInt(), !absent.contains(key));
                absent.remove(key);
                started.put(key, id.getAsInt());
            } else {
                absent.add(key);
                LOG.warn("The app {} of laurel.streams.publish.apps does not exist", key);
            }
        }
        return started;
    }

    private void publish(String key, int app) {
        try {
            boolean more = true;
            while (more && !jobs.stopping()) {
                Instant now = clock.instant();
                Long position = positions.claim(app, lease, now, now.plus(LEASE));
                more = position != null && publishNext(key, app, position);
            }
        } catch (RuntimeException e) {
            if (!RedisConnection.isUnavailable(e)) {
                LOG.warn("Events of the app {} cannot be published", key, e);
            }
            throw e;
        } finally {
            positions.release(app, lease);
        }
    }

    /** Returns whether there may be more. */
    private boolean publishNext(String key, int app, long position) {
        EventMessageBatch batch = events.next(app, position, types, EVENTS_AT_ONCE);
        List<NewStreamEntry> entries =
                batch.messages().stream().map(event -> entry(key, event)).toList();
        AddedEntries added = entries.isEmpty() ? new AddedEntries(0, null) : redis.add(entries);
        entries.stream().limit(added.count()).forEach(this::reportTruncated);
        RedisException failure = added.failure();
        if (failure != null) {
            if (added.count() > 0) {
                positions.advance(
                        app, lease, batch.messages().get(added.count() - 1).sequence());
            }
            throw failure;
        }
        return positions.advance(app, lease, batch.position()) > 0 && batch.more();
    }

    private void reportTruncated(NewStreamEntry entry) {
        if (entry.message().truncated()) {
            truncated.increment();
            LOG.warn(
                    "Event {} was published without its data, which is too large",
                    entry.message().fields().get("id"));
        }
    }

    private NewStreamEntry entry(String app, EventMessage event) {
        StreamMessage message = StreamMessage.of(event, app, format, settings.maxPayload());
        String stream = settings.stream()
                .replace("{app}", app)
                .replace("{type}", event.type().messageType());
        return new NewStreamEntry(stream, message);
    }
}
