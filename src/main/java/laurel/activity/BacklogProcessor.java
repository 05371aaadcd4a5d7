package laurel.activity;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Value;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import laurel.Periodic;
import laurel.PeriodicJobs;
import laurel.Serving;
import laurel.database.PartSizes;
import laurel.database.partition.PartitionRetry;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.streak.DayRules;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes backlogs in parts. Each part is a transaction that holds the backlog's lock, so other requests get it between parts.
 * Parts with an amount of work are as large as a short time allows ({@link PartSizes}). Nodes share the apps; one node at a time
 * processes a backlog of an app. Remaining work is stored as rows, so any node continues after a crash.
 */
@Singleton
@Serving
public class BacklogProcessor {
    private static final Logger LOG = LoggerFactory.getLogger(BacklogProcessor.class);

    private static final int COUNT_LIMIT = 10_000;
    /**
     * After the work of a signal, more activity is awaited for as long as the work took, at most for this time: it costs little
     * more to process it together.
     */
    private static final Duration MAX_GATHERING = Duration.ofMillis(100);
    /** The sizes of backlogs are measured this often while there is work. */
    private static final Duration MEASURE_EVERY = Duration.ofSeconds(1);

    private record AppBacklog(Backlog backlog, int app) {}

    private final List<Backlog> backlogs;
    private final Sql sql;
    private final DayRules dayRules;
    private final PeriodicJobs jobs;
    private final Clock clock;
    private final MeterRegistry meters;
    private final Duration every;
    private final PartSizes<AppBacklog> sizes = new PartSizes<>();
    private final Map<String, AtomicLong> remaining = new ConcurrentHashMap<>();
    /** Has permits after activity was recorded. */
    private final Semaphore recorded = new Semaphore(0);

    private final Signals.Registration listening;
    private volatile long measuredAt = System.nanoTime();

    /** @param every how often to look for work whose signal was lost, that became due, or that has failed */
    BacklogProcessor(
            List<Backlog> backlogs,
            Sql sql,
            DayRules dayRules,
            PeriodicJobs jobs,
            Clock clock,
            MeterRegistry meters,
            Signals signals,
            @Value("${laurel.activity.every:1s}") Duration every) {
        this.backlogs = backlogs;
        this.sql = sql;
        this.dayRules = dayRules;
        this.jobs = jobs;
        this.clock = clock;
        this.meters = meters;
        this.every = every;
        this.listening = signals.listen(signal -> {
            if (signal.topic() == Topic.BACKLOG && recorded.availablePermits() == 0) {
                recorded.release();
            }
        });
    }

    @PreDestroy
    void close() {
        listening.close();
    }

    /** Processes work as soon as it is signalled, until the service stops. */
    @Periodic(value = "derive streaks and scores of days", every = "laurel.activity.every:1s")
    void run() {
        while (!jobs.stopping() && !Thread.currentThread().isInterrupted()) {
            long end = System.nanoTime() + every.toNanos();
            Set<AppBacklog> failed = new HashSet<>();
            process(failed);
            measure();
            long left = end - System.nanoTime();
            while (left > 0 && jobs.await(recorded, Duration.ofNanos(left))) {
                long began = System.nanoTime();
                process(failed);
                jobs.pause(Duration.ofNanos(Math.min(System.nanoTime() - began, MAX_GATHERING.toNanos())));
                left = end - System.nanoTime();
            }
        }
    }

    /**
     * Processes parts until only work remains that other nodes process or that has just failed, or until the service stops.
     * Backlogs and apps take turns.
     */
    public void drain() {
        process(new HashSet<>());
        measure();
    }

    /** @param failed is skipped until the next look is due, and then tried again, because other work may never end */
    private void process(Set<AppBacklog> failed) {
        long began = System.nanoTime();
        boolean more = true;
        while (more) {
            if (System.nanoTime() - began > every.toNanos()) {
                failed.clear();
                began = System.nanoTime();
            }
            more = false;
            for (Backlog backlog : backlogs) {
                more |= processRound(backlog, failed);
            }
            if (System.nanoTime() - measuredAt > MEASURE_EVERY.toNanos()) {
                measure();
            }
        }
    }

    /**
     * Processes the work that follows from the activity of an app that is recorded by now, on the caller's thread. Returns once
     * none of it remains, whichever node has processed it. Throws what fails.
     */
    public void catchUp(int app) {
        Instant until = clock.instant();
        for (Backlog backlog : backlogs) {
            while (sql.connected(() -> backlog.isAwaited(app, until))) {
                processPart(backlog, app, () -> true);
            }
        }
    }

    /** Processes one part of each app that has not failed. Returns whether there was one. */
    private boolean processRound(Backlog backlog, Set<AppBacklog> failed) {
        boolean processed = false;
        try {
            for (int app : backlog.apps()) {
                processed |= !jobs.stopping()
                        && !failed.contains(new AppBacklog(backlog, app))
                        && processPart(backlog, app, failed);
            }
        } catch (RuntimeException e) {
            LOG.warn("Could not process the backlog {}; the next run tries again", backlog.name(), e);
        }
        return processed;
    }

    private boolean processPart(Backlog backlog, int app, Set<AppBacklog> failed) {
        try {
            return processPart(backlog, app, () -> dayRules.claim(backlog.name(), app));
        } catch (RuntimeException e) {
            LOG.warn("Backlog {} failed in app {}; the next run tries again", backlog.name(), app, e);
            failed.add(new AppBacklog(backlog, app));
            return false;
        }
    }

    /** Processes a part if it may begin. Returns whether there was one. */
    private boolean processPart(Backlog backlog, int app, BooleanSupplier mayBegin) {
        Instant now = clock.instant();
        backlog.prepare(now);
        AppBacklog key = new AppBacklog(backlog, app);
        int size = sizes.next(key, backlog.maxPartSize());
        AtomicLong locked = new AtomicLong();
        int amount = PartitionRetry.inTransaction(sql, () -> {
            if (!mayBegin.getAsBoolean()) {
                return 0;
            }
            backlog.lock(app, dayRules);
            sql.send();
            locked.set(System.nanoTime());
            return backlog.processPart(app, size, now);
        });
        if (amount > 0) {
            sizes.took(key, size, amount, Duration.ofNanos(System.nanoTime() - locked.get()));
        }
        return amount > 0;
    }

    private void measure() {
        measuredAt = System.nanoTime();
        for (Backlog backlog : backlogs) {
            try {
                remaining.computeIfAbsent(backlog.name(), this::gauge).set(backlog.size(COUNT_LIMIT));
            } catch (RuntimeException e) {
                LOG.warn("Could not measure the backlog {}", backlog.name(), e);
            }
        }
    }

    private AtomicLong gauge(String name) {
        AtomicLong value = new AtomicLong();
        Gauge.builder("laurel.activity.backlog", value, AtomicLong::get)
                .description("Work on activity that remains to be processed in the background")
                .tag("work", name)
                .register(meters);
        return value;
    }
}
