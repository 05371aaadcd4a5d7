package laurel.stream;

import io.lettuce.core.RedisException;
import io.micronaut.context.annotation.Requires;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import laurel.Serving;
import laurel.app.Apps;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the mapped streams on every node: what one is given no other is. */
@Singleton
@Serving
@Requires(bean = RedisStreams.class)
public class StreamConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(StreamConsumer.class);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 8;

    private final Mappings mappings;
    private final Apps apps;
    private final RedisStreams redis;
    private final StreamWork work;
    private final Clock clock;
    private final Duration tidyEvery;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Semaphore turn = new Semaphore(1);

    /** Those whose app there is, by name, with the app's id. */
    private Map<String, Integer> open = Map.of();

    private @Nullable Long tidiedAt;
    private volatile @Nullable Instant failingSince;

    StreamConsumer(
            Mappings mappings, Apps apps, RedisStreams redis, StreamWork work, Clock clock, StreamSettings settings) {
        this.mappings = mappings;
        this.apps = apps;
        this.redis = redis;
        this.work = work;
        this.clock = clock;
        this.tidyEvery = settings.idle().dividedBy(4);
    }

    @PreDestroy
    void stop() {
        stopped.countDown();
        // What is under way is done first, and acknowledged.
        turn.acquireUninterruptibly();
    }

    /** Since when nothing can be read or recorded; null while that goes well. */
    @Nullable
    Instant failingSince() {
        return failingSince;
    }

    @Scheduled(fixedDelay = "${laurel.streams.every:200ms}", initialDelay = "${laurel.streams.every:200ms}")
    @ExecuteOn(TaskExecutors.BLOCKING)
    void run() throws InterruptedException {
        int failures = 0;
        boolean more = true;
        while (more && stopped.getCount() > 0) {
            try {
                more = consume(clock.instant());
                failingSince = null;
                failures = 0;
            } catch (RuntimeException e) {
                failingSince = failingSince == null ? clock.instant() : failingSince;
                LOG.warn("Streams cannot be read, or not recorded; what was read waits", e);
                stopped.await(SHORTEST_PAUSE.toMillis() << Math.min(failures++, MOST_DOUBLINGS), TimeUnit.MILLISECONDS);
            }
        }
    }

    /**
     * Records what was left, what others left for long, and one batch of each stream; whether there may be more. Throws where the
     * database or Redis is away: what was read is recorded the next time.
     */
    public boolean consume(Instant now) {
        turn.acquireUninterruptibly();
        try {
            work.finish(now);
            tidy(now);
            work.retry(now);
            return read(now);
        } catch (RedisException e) {
            tidiedAt = RedisStreams.groupIsGone(e) ? null : tidiedAt;
            throw e;
        } finally {
            turn.release();
        }
    }

    private boolean read(Instant now) {
        if (open.isEmpty() || work.full()) {
            return false;
        }
        Map<String, List<StreamEntry>> read = new LinkedHashMap<>();
        redis.read(open.keySet()).forEach(entry -> read.computeIfAbsent(entry.stream(), stream -> new ArrayList<>())
                .add(entry));
        mappings.all().stream()
                .filter(stream -> read.containsKey(stream.name()))
                .forEach(stream -> work.add(delivery(stream, read.getOrDefault(stream.name(), List.of()))));
        work.finish(now);
        return !read.isEmpty();
    }

    /** At first, and from time to time, sees to groups, and claims what others have left. */
    private void tidy(Instant now) {
        Long last = tidiedAt;
        if (last != null && System.nanoTime() - last < tidyEvery.toNanos()) {
            return;
        }
        open = opened();
        work.keep();
        for (MappedStream stream : mappings.all()) {
            if (open.containsKey(stream.name())) {
                redis.prepare(stream.name());
                claim(stream, now);
            }
        }
        tidiedAt = System.nanoTime();
    }

    private Map<String, Integer> opened() {
        Map<String, Integer> found = new LinkedHashMap<>();
        for (MappedStream stream : mappings.all()) {
            OptionalInt app = apps.idOf(stream.app());
            if (app.isPresent()) {
                found.put(stream.name(), app.getAsInt());
            } else {
                LOG.warn("The stream {} waits for the app {}, which there is not", stream.name(), stream.app());
            }
        }
        return found;
    }

    private void claim(MappedStream stream, Instant now) {
        String from = RedisStreams.first();
        boolean more = true;
        while (more && !work.full()) {
            RedisStreams.Claimed claimed = redis.claim(stream.name(), from);
            work.addClaimed(delivery(stream, claimed.entries()), now);
            work.finish(now);
            from = claimed.next();
            more = claimed.more();
        }
    }

    private Delivery delivery(MappedStream stream, List<StreamEntry> entries) {
        return new Delivery(stream, open.getOrDefault(stream.name(), 0), entries);
    }
}
