package laurel.live;

import io.micronaut.context.annotation.Value;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import laurel.change.LeaderboardSignals;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.request.EventListener;
import laurel.request.EventSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rankings that subscribers of this node follow. Without subscribers it does nothing. */
@Singleton
public class LiveRankings {
    private static final Logger LOG = LoggerFactory.getLogger(LiveRankings.class);

    /** A shorter tick would keep the node busy without benefit. */
    private static final Duration MIN_TICK = Duration.ofMillis(10);

    /** Rounds per tick: the rankings that change all the time have their ticks in different rounds. */
    private static final int ROUNDS = 5;

    private final RetryingEvaluation evaluation;
    private final EvaluationLanes lanes;
    private final Clock clock;
    private final long tick;
    private final long roundTime;
    private final Signals signals;
    private final ReentrantLock retryingLock = new ReentrantLock();
    private final ExecutorService rounds =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("live").factory());
    private final ExecutorService retries = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("live-retries").factory());
    private final AtomicBoolean retrying = new AtomicBoolean();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final AtomicBoolean watching = new AtomicBoolean();
    private volatile long lastRound = System.nanoTime();

    private final Map<FollowedRanking, LiveRanking> rankings = new HashMap<>();
    private final LeaderboardSignals marked = new LeaderboardSignals();
    private Signals.@Nullable Registration listening;

    /** @param tick minimum time between two evaluations of a ranking */
    LiveRankings(
            Evaluation evaluation, Signals signals, Clock clock, @Value("${laurel.live.tick:250ms}") Duration tick) {
        this.evaluation = new RetryingEvaluation(evaluation, this::isAnyFailing);
        this.lanes = new EvaluationLanes(this.evaluation);
        this.clock = clock;
        this.tick = (tick.compareTo(MIN_TICK) < 0 ? MIN_TICK : tick).toNanos();
        this.roundTime = Math.max(this.tick / ROUNDS, MIN_TICK.toNanos());
        this.signals = signals;
    }

    @PreDestroy
    synchronized void stop() {
        if (listening != null) {
            listening.close();
        }
        rounds.shutdownNow();
        lanes.stop();
        retries.shutdownNow();
    }

    /**
     * The events of a ranking for one subscriber, after a cursor, or starting with a snapshot.
     *
     * @param readsPrivate whether the subscriber may read private leaderboards; otherwise the events end with
     *     LEADERBOARD_NOT_FOUND when the leaderboard becomes private
     */
    public EventSource source(
            FollowedRanking followed, Interest interest, @Nullable LiveCursor after, boolean readsPrivate) {
        return new EventSource() {
            @Override
            public Subscription subscribe(EventListener listener) {
                var subscriber = new LiveSubscriber(interest, after, readsPrivate, listener, () -> ready(followed));
                add(followed, subscriber);
                wake();
                watchClock();
                return () -> remove(followed, subscriber);
            }

            @Override
            public int followedStandings() {
                return interest.standings();
            }
        };
    }

    private synchronized void add(FollowedRanking followed, LiveSubscriber subscriber) {
        if (listening == null) {
            listening = signals.listen(this::receive);
        }
        rankings.computeIfAbsent(followed, LiveRanking::new).add(subscriber);
    }

    /** A subscriber that was skipped can receive an event. */
    private void ready(FollowedRanking followed) {
        synchronized (this) {
            LiveRanking live = rankings.get(followed);
            if (live != null) {
                live.setPending();
            }
        }
        wake();
    }

    private synchronized void remove(FollowedRanking followed, LiveSubscriber subscriber) {
        subscriber.close();
        rankings.computeIfPresent(followed, (key, live) -> live.remove(subscriber) ? null : live);
        if (rankings.isEmpty() && listening != null) {
            listening.close();
            listening = null;
            marked.take();
        }
    }

    private void receive(Signal signal) {
        if ((signal.topic() == Topic.LEADERBOARD || signal.topic() == Topic.ANYTHING) && mark(signal)) {
            wake();
        }
    }

    private synchronized boolean mark(Signal signal) {
        marked.add(signal);
        return !rankings.isEmpty();
    }

    /**
     * Checks each tick whether a window has ended or a retry is due, which no signal reports. Stops without subscribers.
     */
    private void watchClock() {
        if (watching.compareAndSet(false, true)) {
            after(tick, () -> {
                watching.set(false);
                if (isAnyDue(clock.instant())) {
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

    private synchronized boolean isAnyDue(Instant now) {
        return rankings.values().stream()
                .anyMatch(live -> live.isFailing() ? live.isRetryDue(now) : live.windowHasChanged(now));
    }

    private void wake() {
        if (!rounds.isShutdown() && woken.compareAndSet(false, true)) {
            after(Math.max(0, lastRound + roundTime - System.nanoTime()), this::round);
        }
    }

    private void after(long nanos, Runnable task) {
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, rounds).execute(task);
    }

    private void round() {
        woken.set(false);
        lastRound = System.nanoTime();
        try {
            Instant now = clock.instant();
            lanes.start(due(now, false), now, this::ended);
        } catch (Throwable e) {
            LOG.error("Could not evaluate followed rankings", e);
        }
        retrySoon();
    }

    /** Retries on a separate thread, because a failing read may take long. */
    private void retrySoon() {
        if (isAnyFailing() && !retries.isShutdown() && retrying.compareAndSet(false, true)) {
            retries.execute(() -> {
                retrying.set(false);
                try {
                    retry(clock.instant());
                } catch (Throwable e) {
                    LOG.error("Could not retry followed rankings", e);
                }
            });
        }
    }

    /**
     * Evaluates the rankings that are marked, that have new subscribers, or whose window has changed, and retries those that
     * could not be read.
     */
    public void evaluate(Instant now) {
        lanes.run(dueWhenIdle(now), now, this::ended);
        retry(now);
    }

    /** Waits until no ranking is being evaluated. */
    private synchronized List<LiveRanking> dueWhenIdle(Instant now) {
        try {
            while (rankings.values().stream().anyMatch(LiveRanking::isEvaluating)) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
        return due(now, true);
    }

    /** Retries the rankings that failed in an outage together, and each of the others alone. */
    private void retry(Instant now) {
        retryingLock.lock();
        try {
            List<LiveRanking> due = failing(now);
            retry(due.stream().filter(live -> !live.failsAlone()).toList(), now);
            due.stream().filter(LiveRanking::failsAlone).forEach(live -> retry(List.of(live), now));
        } finally {
            retryingLock.unlock();
        }
    }

    private void retry(List<LiveRanking> due, Instant now) {
        evaluation.run(due, now);
        List<LiveRanking> read = due.stream().filter(live -> !live.isFailing()).toList();
        if (!read.isEmpty()) {
            // A signal since the read may have been taken while the ranking was still failing.
            read.forEach(LiveRanking::setPending);
            wake();
        }
    }

    /**
     * The rankings to evaluate. The others that have changed follow in a later round.
     *
     * @param all also those that were evaluated less than a tick ago
     */
    private synchronized List<LiveRanking> due(Instant now, boolean all) {
        Scope changed = marked.take().orElse(Scope.NONE);
        long nanos = System.nanoTime();
        List<LiveRanking> due = new ArrayList<>();
        boolean later = false;
        for (LiveRanking live : rankings.values()) {
            boolean hasChanged =
                    changed.includes(live.followed().leaderboardId()) || live.isPending() || live.windowHasChanged(now);
            if (hasChanged && !live.isFailing()) {
                if (live.beginEvaluation(nanos, all ? 0 : tick)) {
                    due.add(live);
                } else {
                    later = true;
                }
            }
        }
        if (later) {
            wake();
        }
        return due;
    }

    private synchronized void ended(List<LiveRanking> evaluated) {
        evaluated.forEach(LiveRanking::endEvaluation);
        notifyAll();
        if (evaluated.stream().anyMatch(LiveRanking::isPending)) {
            wake();
        }
    }

    private synchronized List<LiveRanking> failing(Instant now) {
        return rankings.values().stream().filter(live -> live.isRetryDue(now)).toList();
    }

    private synchronized boolean isAnyFailing() {
        return rankings.values().stream().anyMatch(LiveRanking::isFailing);
    }
}
