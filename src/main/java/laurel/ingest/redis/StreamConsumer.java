package laurel.ingest.redis;

import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import laurel.Periodic;
import laurel.PeriodicJobs;
import laurel.Serving;
import laurel.app.Apps;
import laurel.database.connection.Outage;
import laurel.ingest.mapping.MappedStream;
import laurel.ingest.mapping.Mappings;
import laurel.ingest.mapping.StreamEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the mapped streams on every node. Redis gives each entry to one consumer. */
@Singleton
@Serving
@Requires(bean = RedisStreams.class)
public class StreamConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(StreamConsumer.class);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final int MAX_DOUBLINGS = 8;

    private final Mappings mappings;
    private final Apps apps;
    private final RedisStreams redis;
    private final PendingEntries pending;
    private final Clock clock;
    private final Duration maintainEvery;
    private final PeriodicJobs jobs;
    private final Semaphore turn = new Semaphore(1);

    /** Streams whose app exists, by name, in the order of the mappings. */
    private final Map<String, OpenStream> open = new LinkedHashMap<>();

    private @Nullable Long openedAt;
    private volatile @Nullable Instant failingSince;

    public StreamConsumer(
            Mappings mappings,
            Apps apps,
            RedisStreams redis,
            PendingEntries pending,
            Clock clock,
            StreamSettings settings,
            PeriodicJobs jobs) {
        this.mappings = mappings;
        this.apps = apps;
        this.redis = redis;
        this.pending = pending;
        this.clock = clock;
        this.maintainEvery = settings.claimAfter().dividedBy(4);
        this.jobs = jobs;
    }

    /** Since when a stream cannot be read or recorded. Null if there are no failures. */
    @Nullable
    public Instant failingSince() {
        return failingSince;
    }

    @Periodic(value = "read streams", every = "laurel.streams.every:200ms")
    void run() {
        int failures = 0;
        boolean more = true;
        while (more && !jobs.stopping()) {
            try {
                more = consume(clock.instant());
                failures = 0;
            } catch (RuntimeException e) {
                failingSince = failingSince == null ? clock.instant() : failingSince;
                LOG.warn("Streams cannot be read or recorded; entries that were read wait", e);
                jobs.pause(SHORTEST_PAUSE.multipliedBy(1L << Math.min(failures++, MAX_DOUBLINGS)));
            }
        }
    }

    /**
     * Records unfinished entries, idle entries of other consumers, and one batch of each stream. Returns whether there
     * may be more. A stream that fails alone waits while the others continue. Throws if the database or Redis is
     * unavailable, or if all streams fail; entries that were read are recorded by the next call.
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
        List<OpenStream> active =
                open.values().stream().filter(stream -> !stream.paused()).toList();
        for (OpenStream stream : active) {
            try {
                more |= consume(stream, now);
                stream.succeeded();
            } catch (RuntimeException | Error e) {
                RuntimeException failure = e instanceof RuntimeException one ? one : new IllegalStateException(e);
                pause(stream, failure, now);
                failures.add(failure);
            }
        }
        if (!failures.isEmpty() && failures.size() == active.size()) {
            throw failures.getFirst();
        }
        return more;
    }

    /** Lets a stream wait. Throws failures that do not belong to one stream. */
    private void pause(OpenStream stream, RuntimeException failure, Instant now) {
        if (Outage.isOne(failure)
                || RedisConnection.isUnavailable(failure)
                || Thread.currentThread().isInterrupted()) {
            throw failure;
        }
        stream.failed(failure);
        failingSince = failingSince == null ? now : failingSince;
        LOG.warn("The stream {} cannot be read or recorded; it waits", stream.name(), failure);
    }

    private boolean consume(OpenStream stream, Instant now) {
        String name = stream.name();
        boolean maintained = stream.needsMaintenance(maintainEvery);
        if (maintained) {
            // The calls below need the group.
            redis.prepare(name);
        }
        if (maintained || pending.hasUnfinished(name)) {
            pending.keepOwn(name);
        }
        pending.finish(name, now);
        if (maintained) {
            claim(stream, now);
            stream.maintained();
        }
        pending.retry(name, now);
        if (pending.full(name)) {
            return false;
        }
        List<StreamEntry> read = redis.read(name);
        pending.add(stream.delivery(read));
        pending.finish(name, now);
        return !read.isEmpty();
    }

    /** Opens streams whose app exists by now. Checks at the first call, and again after each interval. */
    private void open() {
        Long last = openedAt;
        if (last != null && System.nanoTime() - last < maintainEvery.toNanos()) {
            return;
        }
        for (MappedStream stream : mappings.all()) {
            if (apps.idOf(stream.app()).isPresent()) {
                open.computeIfAbsent(stream.name(), name -> new OpenStream(stream));
            } else {
                LOG.warn("The stream {} waits for the app {}, which does not exist", stream.name(), stream.app());
            }
        }
        openedAt = System.nanoTime();
    }

    private void claim(OpenStream stream, Instant now) {
        String from = RedisStreams.first();
        boolean more = true;
        while (more && !pending.full(stream.name())) {
            RedisStreams.Claimed claimed = redis.claim(stream.name(), from);
            pending.addClaimed(stream.delivery(claimed.entries()));
            pending.finish(stream.name(), now);
            from = claimed.next();
            more = claimed.more();
        }
    }
}
