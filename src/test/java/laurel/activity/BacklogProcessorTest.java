package laurel.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.PeriodicJobs;
import laurel.TickingClock;
import laurel.database.Until;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.streak.DayRules;
import org.junit.jupiter.api.Test;

/** Several kinds of background work are processed in turns. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class BacklogProcessorTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    @Inject
    Sql sql;

    @Inject
    DayRules dayRules;

    @Inject
    PeriodicJobs jobs;

    @Inject
    Signals signals;

    /** A number of parts in one app. The first attempts can fail. */
    private static final class Parts implements Backlog {
        private final String name;
        private final int app;
        private final int failures;
        private final AtomicInteger left;
        private int tried;

        Parts(String name, int app, int left, int failures) {
            this.name = name;
            this.app = app;
            this.left = new AtomicInteger(left);
            this.failures = failures;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public List<Integer> apps() {
            return left.get() > 0 ? List.of(app) : List.of();
        }

        @Override
        public long size(int limit) {
            return left.get();
        }

        @Override
        public int processPart(int ofApp, int size, Instant now) {
            if (tried++ < failures) {
                throw new IllegalStateException("this part fails");
            }
            left.decrementAndGet();
            return 1;
        }
    }

    /** A transaction that scores days does not prevent another from claiming the backlog of that name, nor waits for it. */
    @Test
    void claimsBacklogWhileScoresAreLocked() {
        sql.useTransaction(() -> {
            dayRules.lockScores(server.appId());
            sql.send();
            boolean claimed = CompletableFuture.supplyAsync(
                            () -> sql.inTransaction(() -> dayRules.claim("day-scores", server.appId())))
                    .join();
            assertThat(claimed).isTrue();
        });
    }

    @Test
    void retriesFailingWorkOncePerRunAndCompletesOtherWork() {
        var failing = new Parts("failing", server.appId(), 1, 2);
        var other = new Parts("other", server.appId(), 5, 0);
        var parts = processor(List.of(failing, other));
        parts.drain();
        assertThat(other.left).hasValue(0);
        assertThat(failing.tried).isOne();
        parts.drain();
        assertThat(failing.tried).isEqualTo(2);
    }

    @Test
    void retriesFailedWorkWhileOtherWorkContinues() {
        var failing = new Parts("failing", server.appId(), 1, 1);
        var other = new Parts("other", server.appId(), 20, 0);
        processor(List.of(failing, other), Duration.ofNanos(1)).drain();
        assertThat(failing.left).hasValue(0);
        assertThat(other.left).hasValue(0);
    }

    /** Work is processed as soon as it is signalled, although the next look is an hour away. */
    @Test
    void processesWorkWhenItIsSignalled() {
        var work = new Parts("work", server.appId(), 1, 0);
        var parts = processor(List.of(work));
        Thread job = Thread.ofVirtual().start(parts::run);
        try {
            for (int n = 0; n < 3; n++) {
                Until.holds(() -> work.left.get() == 0);
                work.left.set(1);
                sql.useTransaction(() -> signals.afterCommit(List.of(new Signal(Topic.BACKLOG, server.appId()))));
            }
            Until.holds(() -> work.left.get() == 0);
        } finally {
            job.interrupt();
            parts.close();
        }
        Until.holds(() -> !job.isAlive());
    }

    private BacklogProcessor processor(List<Backlog> backlogs) {
        return processor(backlogs, Duration.ofHours(1));
    }

    private BacklogProcessor processor(List<Backlog> backlogs, Duration every) {
        return new BacklogProcessor(backlogs, sql, dayRules, jobs, clock, new SimpleMeterRegistry(), signals, every);
    }
}
