package laurel.stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.Serving;
import laurel.database.Outage;
import laurel.refusal.RefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this node has read and not acknowledged yet. An entry leaves by its acknowledgement, which comes after the commit that
 * records it or sets it aside. What fails stays: all of it where the database is away; else the entries that fail by themselves,
 * while the others pass.
 */
@Singleton
@Serving
@Requires(bean = RedisStreams.class)
class StreamWork {
    private static final Logger LOG = LoggerFactory.getLogger(StreamWork.class);

    private final RedisStreams redis;
    private final EntryRecorder recorder;
    private final SetAsides setAsides;
    private final MeterRegistry meters;
    private final StreamSettings settings;

    private final Deque<Delivery> unfinished = new ArrayDeque<>();
    /** By stream and id. */
    private final Map<String, FailingDelivery> failing = new LinkedHashMap<>();

    private long passes;

    StreamWork(
            RedisStreams redis,
            EntryRecorder recorder,
            SetAsides setAsides,
            MeterRegistry meters,
            StreamSettings settings) {
        this.redis = redis;
        this.recorder = recorder;
        this.setAsides = setAsides;
        this.meters = meters;
        this.settings = settings;
    }

    private record FailingDelivery(Delivery delivery, FailingEntry entry) {}

    /** Takes on what was read. */
    void add(Delivery delivery) {
        List<StreamEntry> others = delivery.entries().stream()
                .filter(entry -> !failing.containsKey(key(entry)))
                .toList();
        if (!others.isEmpty()) {
            unfinished.add(delivery.of(others));
        }
    }

    /** Whether so many entries fail that no more shall be read. */
    boolean full() {
        return failing.size() >= settings.batch();
    }

    /** Records all that was taken on. Throws where the database or Redis is away; then what is left stays for the next time. */
    void finish(Instant now) {
        for (Delivery next = unfinished.peek(); next != null; next = unfinished.peek()) {
            pass(next, now);
            unfinished.remove();
        }
    }

    /** Tries those again that failed by themselves. Throws as {@link #finish} does. */
    void retry(Instant now) {
        for (FailingDelivery one : List.copyOf(failing.values())) {
            if (one.entry.due()) {
                retry(one, now);
            }
        }
    }

    /** Says that those that fail are here still: who claimed them would deliver them once more. */
    void keep() {
        failing.values().stream()
                .map(one -> one.entry.entry())
                .collect(Collectors.groupingBy(StreamEntry::stream))
                .forEach(redis::keep);
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
        failing.put(key(entry), new FailingDelivery(delivery, new FailingEntry(entry, failure, passes)));
    }

    private void retry(FailingDelivery one, Instant now) {
        try {
            settle(one.delivery, recorded(one.delivery, now), now);
            failing.remove(key(one.entry.entry()));
        } catch (NotRecordedException e) {
            one.entry.failed(e.failure(), passes);
            if (one.entry.hopeless(settings.attempts())) {
                settle(one.delivery, Map.of(one.entry.entry().id(), one.entry.reason()), now);
                failing.remove(key(one.entry.entry()));
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
            setAsides.count();
            throw new NotRecordedException(e);
        }
    }

    /** Acknowledges entries, after setting those aside for which there is a reason. */
    void settle(Delivery delivery, Map<String, String> reasons, Instant now) {
        List<StreamEntry> aside = new ArrayList<>(delivery.entries());
        aside.removeIf(entry -> !reasons.containsKey(entry.id()));
        String stream = delivery.stream().name();
        if (!aside.isEmpty()) {
            setAsides.add(delivery.app(), stream, aside, reasons, now);
            LOG.warn(
                    "{} entries of {} are set aside, such as {}: {}",
                    aside.size(),
                    stream,
                    aside.getFirst().id(),
                    reasons.get(aside.getFirst().id()));
        }
        redis.acknowledge(stream, delivery.entries());
        meters.counter("lb.events.processed", "stream", stream)
                .increment(delivery.entries().size());
    }

    /** Sets those aside that were delivered too often: whoever had them did not live to fail. What is left is taken on. */
    void addClaimed(Delivery claimed, Instant now) {
        Map<String, Long> deliveries = redis.deliveries(claimed.stream().name(), claimed.entries());
        Map<Boolean, List<StreamEntry>> tooOften = claimed.entries().stream()
                .collect(Collectors.partitioningBy(
                        entry -> deliveries.getOrDefault(entry.id(), 1L) > settings.attempts()));
        List<StreamEntry> hopeless = tooOften.getOrDefault(true, List.of());
        if (!hopeless.isEmpty()) {
            settle(claimed.of(hopeless), reasons(hopeless, deliveries), now);
        }
        add(claimed.of(tooOften.getOrDefault(false, List.of())));
    }

    private static Map<String, String> reasons(List<StreamEntry> entries, Map<String, Long> deliveries) {
        Function<StreamEntry, String> reason = entry ->
                "It was delivered " + deliveries.get(entry.id()) + " times, to consumers that were not done with it.";
        return entries.stream().collect(Collectors.toMap(StreamEntry::id, reason));
    }

    private static String key(StreamEntry entry) {
        return entry.stream() + " " + entry.id();
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
