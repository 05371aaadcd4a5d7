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
import java.util.stream.Collectors;
import laurel.Serving;
import laurel.database.Outage;
import laurel.ingest.deadletter.DeadLetters;
import laurel.ingest.redis.OpenStream.Delivery;
import laurel.request.RefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this node has read and not acknowledged yet. An entry leaves by its acknowledgement, which comes after the commit
 * that records it or stores dead letters. What fails stays: all of it where the database is away; else the entries that
 * fail alone, while the others pass.
 */
@Singleton
@Serving
@Requires(bean = RedisStreams.class)
public class StreamWork {
    private static final Logger LOG = LoggerFactory.getLogger(StreamWork.class);
    private static final String DEADLY = " times, to consumers that were not done with it.";

    private final RedisStreams redis;
    private final EntryRecorder recorder;
    private final DeadLetters deadLetters;
    private final MeterRegistry meters;
    private final StreamSettings settings;

    /** By stream, so that one that waits keeps no other from going on. */
    private final Map<String, Deque<Delivery>> unfinished = new HashMap<>();
    /** By stream and id. */
    private final Map<String, Map<String, FailingDelivery>> failing = new HashMap<>();

    /** Of all streams. */
    private long passes;

    public StreamWork(
            RedisStreams redis,
            EntryRecorder recorder,
            DeadLetters deadLetters,
            MeterRegistry meters,
            StreamSettings settings) {
        this.redis = redis;
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

    /** Takes on what was read. */
    void add(Delivery delivery) {
        String stream = delivery.stream().name();
        List<StreamEntry> others = delivery.entries().stream()
                .filter(entry -> !failing(stream).containsKey(entry.id()))
                .toList();
        if (!others.isEmpty()) {
            unfinished(stream).add(delivery.of(others));
        }
    }

    /** Whether so many entries of a stream fail that no more of it shall be read. */
    boolean full(String stream) {
        return failing(stream).size() >= settings.batch();
    }

    /**
     * Records all that was taken on of a stream. Throws where the database or Redis is away, or its app can have no more
     * dead letters; then what is left stays for the next time.
     */
    void finish(String stream, Instant now) {
        Deque<Delivery> left = unfinished(stream);
        for (Delivery next = left.peek(); next != null; next = left.peek()) {
            pass(next, now);
            left.remove();
        }
    }

    /** Tries those again that failed by themselves. Throws as {@link #finish} does. */
    void retry(String stream, Instant now) {
        for (FailingDelivery one : List.copyOf(failing(stream).values())) {
            if (one.entry.due()) {
                retry(one, now);
            }
        }
    }

    /** Says that those that fail are here still: who claimed them would deliver them once more. */
    void keep(String stream) {
        List<StreamEntry> kept =
                failing(stream).values().stream().map(one -> one.entry.entry()).toList();
        if (!kept.isEmpty()) {
            redis.keep(stream, kept);
        }
    }

    private void pass(Delivery delivery, Instant now) {
        try {
            settle(delivery, recorded(delivery, now), now);
        } catch (NotRecordedException e) {
            List<StreamEntry> entries = delivery.entries();
            if (entries.size() == 1) {
                note(delivery, e.failure());
                return;
            }
            int middle = entries.size() / 2;
            pass(delivery.of(entries.subList(0, middle)), now);
            pass(delivery.of(entries.subList(middle, entries.size())), now);
        }
    }

    private void note(Delivery delivery, RuntimeException failure) {
        StreamEntry entry = delivery.entries().getFirst();
        LOG.warn("Entry {} of {} fails by itself, and is tried again", entry.id(), entry.stream(), failure);
        failing(entry.stream())
                .put(entry.id(), new FailingDelivery(delivery, new FailingEntry(entry, failure, passes)));
    }

    private void retry(FailingDelivery one, Instant now) {
        String stream = one.delivery.stream().name();
        String id = one.entry.entry().id();
        try {
            settle(one.delivery, recorded(one.delivery, now), now);
            failing(stream).remove(id);
        } catch (NotRecordedException e) {
            // Where nothing more is read, nothing else could ever pass.
            one.entry.failed(e.failure(), passes, full(stream));
            if (one.entry.hopeless(settings.attempts())) {
                settle(one.delivery, Map.of(id, one.entry.reason()), now);
                failing(stream).remove(id);
            }
        }
    }

    /** The reasons of those that cannot be recorded. */
    private Map<String, String> recorded(Delivery delivery, Instant now) {
        try {
            Map<String, String> reasons = recorder.record(delivery.stream(), delivery.app(), delivery.entries(), now);
            passes++;
            return reasons;
        } catch (RuntimeException e) {
            // Refused as a whole it is because too much waits already.
            if (e instanceof RefusedException
                    || Outage.isOne(e)
                    || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            // Throws where it is the database that cannot be asked.
            deadLetters.count();
            throw new NotRecordedException(e);
        }
    }

    /** Acknowledges entries, after storing those with a reason as dead letters. */
    void settle(Delivery delivery, Map<String, String> reasons, Instant now) {
        List<StreamEntry> dead = new ArrayList<>(delivery.entries());
        dead.removeIf(entry -> !reasons.containsKey(entry.id()));
        String stream = delivery.stream().name();
        if (!dead.isEmpty()) {
            deadLetters.add(delivery.app(), stream, dead, reasons, now);
            LOG.warn(
                    "{} entries of {} became dead letters, such as {}: {}",
                    dead.size(),
                    stream,
                    dead.getFirst().id(),
                    reasons.get(dead.getFirst().id()));
        }
        redis.acknowledge(stream, delivery.entries());
        meters.counter("laurel.stream.processed", "stream", stream)
                .increment(delivery.entries().size());
    }

    /**
     * Takes on what others left. Where they died of an entry, all that was delivered with it was delivered as often: so
     * what was delivered too often is recorded one by one, in order, until whatever kills is the first that is left. Only
     * the first becomes a dead letter, once it had as many attempts alone.
     */
    void addClaimed(Delivery claimed, Instant now) {
        Map<String, Long> deliveries = redis.deliveries(claimed.stream().name(), claimed.entries());
        Map<Boolean, List<StreamEntry>> tooOften = claimed.entries().stream()
                .collect(Collectors.partitioningBy(
                        entry -> deliveries.getOrDefault(entry.id(), 1L) > settings.attempts()));
        List<StreamEntry> suspects = new ArrayList<>(tooOften.getOrDefault(true, List.of()));
        if (!suspects.isEmpty()) {
            StreamEntry first = suspects.getFirst();
            long times = deliveries.getOrDefault(first.id(), 1L);
            if (times > 2L * settings.attempts()) {
                settle(claimed.of(List.of(first)), Map.of(first.id(), "It was delivered " + times + DEADLY), now);
                suspects.removeFirst();
            }
        }
        suspects.forEach(entry -> add(claimed.of(List.of(entry))));
        add(claimed.of(tooOften.getOrDefault(false, List.of())));
    }

    /** It was not the database's being away. */
    private static final class NotRecordedException extends RuntimeException {
        private final RuntimeException failure;

        NotRecordedException(RuntimeException failure) {
            super(failure);
            this.failure = failure;
        }

        RuntimeException failure() {
            return failure;
        }
    }
}
