package laurel.live;

import io.micronaut.context.annotation.Value;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.request.EventSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rankings that this node's subscribers follow. Without any it does nothing. */
@Singleton
public class LiveRankings {
    private static final Logger LOG = LoggerFactory.getLogger(LiveRankings.class);

    /** More often would be work without end. */
    private static final Duration LEAST_TICK = Duration.ofMillis(10);

    private final RetryingEvaluation attempts;
    private final Clock clock;
    private final long tick;
    private final Signals signals;
    private final ReentrantLock evaluating = new ReentrantLock();
    private final ReentrantLock retryingOnes = new ReentrantLock();
    private final ExecutorService rounds =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("live").factory());
    private final ExecutorService retries = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("live-retries").factory());
    private final AtomicBoolean retrying = new AtomicBoolean();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final AtomicBoolean watching = new AtomicBoolean();
    private volatile long lastRound = System.nanoTime();

    private final Map<FollowedRanking, LiveRanking> rankings = new HashMap<>();
    private final Set<Integer> marked = new HashSet<>();
    private boolean allMarked;
    private Signals.@Nullable Listening listening;

    /** @param tick how long after one round the next may begin */
    LiveRankings(
            Evaluation evaluation, Signals signals, Clock clock, @Value("${laurel.live.tick:250ms}") Duration tick) {
        this.attempts = new RetryingEvaluation(evaluation, this::isSomeFailing);
        this.clock = clock;
        this.tick = (tick.compareTo(LEAST_TICK) < 0 ? LEAST_TICK : tick).toNanos();
        this.signals = signals;
    }

    @PreDestroy
    synchronized void stop() {
        if (listening != null) {
            listening.close();
        }
        rounds.shutdownNow();
        retries.shutdownNow();
    }

    /** What a subscriber is told of a ranking, from where it was on, or from its whole state. */
    public EventSource source(FollowedRanking followed, Interest wanted, @Nullable LiveCursor after) {
        return listener -> {
            LiveSubscriber subscriber = new LiveSubscriber(wanted, after, listener, this::wake);
            add(followed, subscriber);
            wake();
            watchClock();
            return () -> remove(followed, subscriber);
        };
    }

    private synchronized void add(FollowedRanking followed, LiveSubscriber subscriber) {
        if (listening == null) {
            listening = signals.listen(this::heard);
        }
        rankings.computeIfAbsent(followed, LiveRanking::new).add(subscriber);
    }

    private synchronized void remove(FollowedRanking followed, LiveSubscriber subscriber) {
        subscriber.close();
        rankings.computeIfPresent(followed, (key, live) -> live.remove(subscriber) ? null : live);
        if (rankings.isEmpty() && listening != null) {
            listening.close();
            listening = null;
            marked.clear();
        }
    }

    private void heard(Signal signal) {
        if (signal.topic() != Topic.EVENTS && mark(signal)) {
            wake();
        }
    }

    private synchronized boolean mark(Signal signal) {
        if (signal.topic() == Topic.ANYTHING) {
            allMarked = true;
        } else {
            marked.add(signal.id());
        }
        return !rankings.isEmpty();
    }

    /**
     * Looks each tick whether a window has ended, or a ranking is to be tried again, which nothing else says, for as long as
     * somebody follows one.
     */
    private void watchClock() {
        if (watching.compareAndSet(false, true)) {
            after(tick, () -> {
                watching.set(false);
                if (isSomeDue(clock.instant())) {
                    wake();
                }
                if (isFollowed()) {
                    watchClock();
                }
            });
        }
    }

    private synchronized boolean isFollowed() {
        return !rankings.isEmpty();
    }

    private synchronized boolean isSomeDue(Instant now) {
        return rankings.values().stream().anyMatch(live -> live.isFailing() ? live.mayTryAgain(now) : live.isOver(now));
    }

    private void wake() {
        if (!rounds.isShutdown() && woken.compareAndSet(false, true)) {
            after(Math.max(0, lastRound + tick - System.nanoTime()), this::round);
        }
    }

    private void after(long nanos, Runnable task) {
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, rounds).execute(task);
    }

    private void round() {
        woken.set(false);
        lastRound = System.nanoTime();
        try {
            evaluateReadable(clock.instant());
        } catch (Throwable e) {
            LOG.error("Could not look for rankings that are followed", e);
        }
        retrySoon();
    }

    /** On a thread of its own, because what cannot be read may also take long to fail. */
    private void retrySoon() {
        if (isSomeFailing() && !retries.isShutdown() && retrying.compareAndSet(false, true)) {
            retries.execute(() -> {
                retrying.set(false);
                try {
                    retry(clock.instant());
                } catch (Throwable e) {
                    LOG.error("Could not try rankings again that are followed", e);
                }
            });
        }
    }

    /**
     * Tells what has changed in the rankings that are marked, that somebody has joined, or whose windows have ended, and
     * tries again those that could not be read.
     */
    public void evaluate(Instant now) {
        evaluateReadable(now);
        retry(now);
    }

    private void evaluateReadable(Instant now) {
        // A lock that a virtual thread waits for, and holds while it waits for the database, without keeping its
        // carrier.
        evaluating.lock();
        try {
            attempts.run(due(now), now);
        } finally {
            evaluating.unlock();
        }
    }

    /** Those that an outage kept from being read together, and each of the others alone. */
    private void retry(Instant now) {
        retryingOnes.lock();
        try {
            List<LiveRanking> due = failing(now);
            retry(due.stream().filter(live -> !live.failsAlone()).toList(), now);
            due.stream().filter(LiveRanking::failsAlone).forEach(live -> retry(List.of(live), now));
        } finally {
            retryingOnes.unlock();
        }
    }

    private void retry(List<LiveRanking> due, Instant now) {
        attempts.run(due, now);
        List<LiveRanking> read = due.stream().filter(live -> !live.isFailing()).toList();
        if (!read.isEmpty()) {
            // What has changed since it was read may have been marked while it still was one that fails.
            synchronized (this) {
                read.forEach(live -> marked.add(live.followed().board()));
            }
            wake();
        }
    }

    private synchronized List<LiveRanking> due(Instant now) {
        List<LiveRanking> due = rankings.values().stream()
                .filter(live -> !live.isFailing())
                .filter(live -> allMarked
                        || marked.contains(live.followed().board())
                        || live.isOver(now)
                        || live.hasNewcomers())
                .toList();
        marked.clear();
        allMarked = false;
        return due;
    }

    private synchronized List<LiveRanking> failing(Instant now) {
        return rankings.values().stream().filter(live -> live.mayTryAgain(now)).toList();
    }

    private synchronized boolean isSomeFailing() {
        return rankings.values().stream().anyMatch(LiveRanking::isFailing);
    }
}
