package laurel.ingest.redis;

import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.Serving;
import laurel.app.Apps;
import laurel.ingest.EntryRecorder;
import laurel.ingest.NotRecordedException;
import laurel.ingest.deadletter.DeadLetters;
import laurel.ingest.mapping.StreamEntry;
import laurel.ingest.redis.OpenStream.Delivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entries that this node has read and not acknowledged yet. An entry is acknowledged after the commit that records
 * it or stores it as a dead letter. If the database is unavailable, all entries stay; otherwise only those stay that
 * fail alone. After a failure, the steps that succeeded are not repeated: much later, an entry would count twice, or bring
 * an erased participant back.
 */
@Singleton
@Serving
@Requires(bean = RedisStreams.class)
public class PendingEntries {
    private static final Logger LOG = LoggerFactory.getLogger(PendingEntries.class);
    private static final String NOT_ACKNOWLEDGED = " times without being acknowledged.";

    private final RedisStreams redis;
    private final Apps apps;
    private final EntryRecorder recorder;
    private final DeadLetters deadLetters;
    private final MeterRegistry meters;
    private final StreamSettings settings;

    /** In order, by stream, so that a stream that waits does not hold up the others. */
    private final Map<String, Deque<Delivery>> unfinished = new HashMap<>();
    /** By stream and entry ID. */
    private final Map<String, Map<String, FailingDelivery>> failing = new HashMap<>();

    /** Number of batches that were recorded, of all streams. */
    private long passes;

    public PendingEntries(
            RedisStreams redis,
            Apps apps,
            EntryRecorder recorder,
            DeadLetters deadLetters,
            MeterRegistry meters,
            StreamSettings settings) {
        this.redis = redis;
        this.apps = apps;
        this.recorder = recorder;
        this.deadLetters = deadLetters;
        this.meters = meters;
        this.settings = settings;
    }

    private record FailingDelivery(Delivery delivery, FailingEntry entry) {}

    private Deque<Delivery> unfinished(String stream) {
        return unfinished.computeIfAbsent(stream, name -> new ArrayDeque<>());
    }

    private Map<String, FailingDelivery> failing(String stream) {
        return failing.computeIfAbsent(stream, name -> new LinkedHashMap<>());
    }

    /** Adds entries that were read. */
    void add(Delivery delivery) {
        String stream = delivery.stream().name();
        List<StreamEntry> others = delivery.entries().stream()
                .filter(entry -> !failing(stream).containsKey(entry.id()))
                .toList();
        if (!others.isEmpty()) {
            finishLater(delivery.of(others));
        }
    }

    /** Whether a batch of entries of a stream fails, so that reading it must wait. */
    boolean full(String stream) {
        return failing(stream).size() >= settings.batchSize();
    }

    /**
     * Records all added entries of a stream. Throws if the database or Redis is unavailable, or if the app has reached
     * its limit of dead letters; the remaining entries stay.
     */
    void finish(String stream, Instant now) {
        Deque<Delivery> left = unfinished(stream);
        for (Delivery next = left.peek(); next != null; next = left.peek()) {
            List<Delivery> rest = step(next, now);
            left.remove();
            rest.reversed().forEach(left::addFirst);
        }
    }

    /** Retries entries that failed alone. Throws as {@link #finish} does. */
    void retry(String stream, Instant now) {
        for (FailingDelivery one : List.copyOf(failing(stream).values())) {
            if (one.entry.due()) {
                retry(one, now);
                finish(stream, now);
            }
        }
    }

    /** Whether entries wait after a failure. */
    boolean hasUnfinished(String stream) {
        return !unfinished(stream).isEmpty();
    }

    /**
     * Forgets entries that other consumers have claimed, which record them. Resets the idle time of entries that were recorded
     * or fail alone, so that no other consumer claims them; another node may be able to record the rest.
     */
    void keepOwn(String stream) {
        Deque<Delivery> left = unfinished(stream);
        Map<String, FailingDelivery> failed = failing(stream);
        if (left.isEmpty() && failed.isEmpty()) {
            return;
        }
        Set<String> own = redis.own(stream);
        failed.keySet().retainAll(own);
        List<Delivery> kept = left.stream()
                .map(delivery -> delivery.only(own))
                .filter(delivery -> !delivery.entries().isEmpty())
                .toList();
        left.clear();
        left.addAll(kept);
        Stream<Delivery> held = Stream.concat(
                failed.values().stream().map(FailingDelivery::delivery),
                kept.stream().filter(delivery -> delivery.reasons() != null));
        redis.resetIdleTime(
                stream, held.flatMap(delivery -> delivery.entries().stream()).toList());
    }

    /** Does the next step for entries. Returns the entries for which steps remain, in order. */
    private List<Delivery> step(Delivery next, Instant now) {
        Map<String, String> reasons = next.reasons();
        if (reasons == null) {
            return tried(next, now);
        }
        Map<Boolean, List<StreamEntry>> parts =
                next.entries().stream().collect(Collectors.partitioningBy(entry -> reasons.containsKey(entry.id())));
        List<StreamEntry> dead = parts.getOrDefault(true, List.of());
        List<StreamEntry> others = parts.getOrDefault(false, List.of());
        if (others.isEmpty()) {
            store(next, reasons, now);
            return List.of(next.decided(Map.of()));
        }
        acknowledge(next.of(others));
        return dead.isEmpty() ? List.of() : List.of(next.of(dead));
    }

    /** Tries to record a delivery. If that fails, its halves remain, so that an entry that is the cause is found. */
    private List<Delivery> tried(Delivery delivery, Instant now) {
        try {
            return List.of(delivery.decided(recorded(delivery, now)));
        } catch (NotRecordedException e) {
            List<StreamEntry> entries = delivery.entries();
            if (entries.size() == 1) {
                addFailing(delivery, e);
                return List.of();
            }
            int middle = entries.size() / 2;
            return List.of(
                    delivery.of(entries.subList(0, middle)), delivery.of(entries.subList(middle, entries.size())));
        }
    }

    private void addFailing(Delivery delivery, NotRecordedException e) {
        StreamEntry entry = delivery.entries().getFirst();
        LOG.warn(
                "Entry {} of {} failed when it was processed alone, and will be retried",
                entry.id(),
                entry.stream(),
                e.failure());
        failing(entry.stream()).put(entry.id(), new FailingDelivery(delivery, new FailingEntry(entry, e, passes)));
    }

    private void retry(FailingDelivery one, Instant now) {
        String stream = one.delivery.stream().name();
        String id = one.entry.entry().id();
        try {
            finishLater(one.delivery.decided(recorded(one.delivery, now)));
            failing(stream).remove(id);
        } catch (NotRecordedException e) {
            // A full stream is not read, so no other entry can succeed meanwhile.
            one.entry.failed(e, passes, full(stream));
            if (one.entry.hopeless(settings.attempts())) {
                finishLater(one.delivery.decided(Map.of(id, one.entry.reason())));
                failing(stream).remove(id);
            }
        }
    }

    private void finishLater(Delivery delivery) {
        unfinished(delivery.stream().name()).add(delivery);
    }

    /** Records a delivery, and returns the reasons of entries that cannot be recorded. */
    private Map<String, String> recorded(Delivery delivery, Instant now) {
        int app = app(delivery);
        try {
            Map<String, String> reasons = recorder.record(delivery.stream(), app, delivery.entries(), now);
            passes++;
            return reasons;
        } catch (NotRecordedException e) {
            // Throws if the database is unavailable.
            deadLetters.count();
            throw e;
        }
    }

    /** The app's present ID, because a restore may have lost the app, and given its ID to another. Throws if there is no app. */
    private int app(Delivery delivery) {
        String key = delivery.stream().app();
        return apps.idOf(key)
                .orElseThrow(() -> new IllegalStateException("The app " + key + " does not exist any more"));
    }

    private void store(Delivery dead, Map<String, String> reasons, Instant now) {
        String stream = dead.stream().name();
        String first = dead.entries().getFirst().id();
        deadLetters.add(app(dead), stream, dead.entries(), reasons, now);
        LOG.warn(
                "{} entries of {} became dead letters, such as {}: {}",
                dead.entries().size(),
                stream,
                first,
                reasons.get(first));
    }

    private void acknowledge(Delivery done) {
        String stream = done.stream().name();
        redis.acknowledge(stream, done.entries());
        meters.counter("lb.events.processed", "stream", stream)
                .increment(done.entries().size());
    }

    /**
     * Adds entries that were claimed from other consumers. If an entry kills its consumer, all entries of its batch
     * have been delivered as often. Entries that were delivered too often are therefore recorded one by one, in order,
     * until the faulty entry is the first. Only the first becomes a dead letter, after the same number of separate attempts.
     */
    void addClaimed(Delivery claimed) {
        Map<String, Long> deliveries = redis.deliveries(claimed.stream().name(), claimed.entries());
        Map<Boolean, List<StreamEntry>> tooOften = claimed.entries().stream()
                .collect(Collectors.partitioningBy(
                        entry -> deliveries.getOrDefault(entry.id(), 1L) > settings.attempts()));
        List<StreamEntry> suspects = new ArrayList<>(tooOften.getOrDefault(true, List.of()));
        if (!suspects.isEmpty()) {
            StreamEntry first = suspects.getFirst();
            long times = deliveries.getOrDefault(first.id(), 1L);
            if (times > 2L * settings.attempts()) {
                String reason = "The entry was delivered " + times + NOT_ACKNOWLEDGED;
                finishLater(claimed.of(List.of(first)).decided(Map.of(first.id(), reason)));
                suspects.removeFirst();
            }
        }
        suspects.forEach(entry -> add(claimed.of(List.of(entry))));
        add(claimed.of(tooOften.getOrDefault(false, List.of())));
    }
}
