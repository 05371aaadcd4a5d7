package laurel.ingest.redis;

import io.micronaut.context.annotation.Requires;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import laurel.Periodic;
import laurel.PeriodicJobs;
import laurel.Serving;
import laurel.app.Apps;
import laurel.database.Outage;
import laurel.ingest.mapping.MappedStream;
import laurel.ingest.mapping.Mappings;
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
    private final PeriodicJobs jobs;
    private final Semaphore turn = new Semaphore(1);

    /** Those whose app there is, by name, in the order of the mappings. */
    private final Map<String, OpenStream> open = new LinkedHashMap<>();

    private @Nullable Long openedAt;
    private volatile @Nullable Instant failingSince;

    public StreamConsumer(
            Mappings mappings,
            Apps apps,
            RedisStreams redis,
            StreamWork work,
            Clock clock,
            StreamSettings settings,
            PeriodicJobs jobs) {
        this.mappings = mappings;
        this.apps = apps;
        this.redis = redis;
        this.work = work;
        this.clock = clock;
        this.tidyEvery = settings.idle().dividedBy(4);
        this.jobs = jobs;
    }

    /** Since when some stream cannot be read or recorded; null while all goes well. */
    @Nullable
    public Instant failingSince() {
        return failingSince;
    }

    @Scheduled(fixedDelay = "${laurel.streams.every:200ms}", initialDelay = "${laurel.streams.every:200ms}")
    @Periodic
    void run() {
        int failures = 0;
        boolean more = true;
        while (more && !jobs.stopping()) {
            try {
                more = consume(clock.instant());
                failures = 0;
            } catch (RuntimeException e) {
                failingSince = failingSince == null ? clock.instant() : failingSince;
                LOG.warn("Streams cannot be read, or not recorded; what was read waits", e);
                jobs.pause(SHORTEST_PAUSE.multipliedBy(1L << Math.min(failures++, MOST_DOUBLINGS)));
            }
        }
    }

    /**
     * Records what was left, what others left for long, and one batch of each stream; whether there may be more. A stream
     * that fails by itself waits, and the others go on. Throws where the database or Redis is away, or every stream
     * fails: what was read is recorded the next time.
     */
    public boolean consume(Instant now) {
        turn.acquireUninterruptibly();
        try {
            open();
            boolean more = consumeEach(now);
            if (open.values().stream().noneMatch(OpenStream::failing)) {
                failingSince = null;
            }
            return more;
        } finally {
            turn.release();
        }
    }

    private boolean consumeEach(Instant now) {
        boolean more = false;
        List<RuntimeException> failures = new ArrayList<>();
        List<OpenStream> going =
                open.values().stream().filter(stream -> !stream.paused()).toList();
        for (OpenStream stream : going) {
            try {
                more |= consume(stream, now);
                stream.passed();
            } catch (RuntimeException | Error e) {
                RuntimeException failure = e instanceof RuntimeException one ? one : new IllegalStateException(e);
                letWait(stream, failure, now);
                failures.add(failure);
            }
        }
        if (!failures.isEmpty() && failures.size() == going.size()) {
            throw failures.getFirst();
        }
        return more;
    }

    /** Lets a stream wait. Throws what is no fault of one stream. */
    private void letWait(OpenStream stream, RuntimeException failure, Instant now) {
        if (Outage.isOne(failure)
                || RedisStreams.isAway(failure)
                || Thread.currentThread().isInterrupted()) {
            throw failure;
        }
        stream.failed(failure);
        failingSince = failingSince == null ? now : failingSince;
        LOG.warn("The stream {} cannot be read, or not recorded; it waits", stream.name(), failure);
    }

    private boolean consume(OpenStream stream, Instant now) {
        String name = stream.name();
        work.finish(name, now);
        if (stream.untidy(tidyEvery)) {
            // Before all that needs the group.
            redis.prepare(name);
            work.keep(name);
            claim(stream, now);
            stream.tidied();
        }
        work.retry(name, now);
        if (work.full(name)) {
            return false;
        }
        List<StreamEntry> read = redis.read(name);
        work.add(stream.delivery(read));
        work.finish(name, now);
        return !read.isEmpty();
    }

    /** At first, and from time to time, looks whether there are the apps of those that are not open yet. */
    private void open() {
        Long last = openedAt;
        if (last != null && System.nanoTime() - last < tidyEvery.toNanos()) {
            return;
        }
        for (MappedStream stream : mappings.all()) {
            OptionalInt app = apps.idOf(stream.app());
            if (app.isPresent()) {
                open.computeIfAbsent(stream.name(), name -> new OpenStream(stream, app.getAsInt()));
            } else {
                LOG.warn("The stream {} waits for the app {}, which there is not", stream.name(), stream.app());
            }
        }
        openedAt = System.nanoTime();
    }

    private void claim(OpenStream stream, Instant now) {
        String from = RedisStreams.first();
        boolean more = true;
        while (more && !work.full(stream.name())) {
            RedisStreams.Claimed claimed = redis.claim(stream.name(), from);
            work.addClaimed(stream.delivery(claimed.entries()), now);
            work.finish(stream.name(), now);
            from = claimed.next();
            more = claimed.more();
        }
    }
}
