package laurel.job;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.PeriodicJobs;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.ClockDrift;
import laurel.database.WrongClock;
import laurel.database.sql.Sql;
import laurel.job.CountingWork.Parts;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each part of a job is committed once, also after crashes and on several nodes. */
public class JobRunnerTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static final int APP = 1;

    private static LaurelServer server;
    private static Jobs jobs;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.limits.jobs", 3));
        jobs = server.bean(Jobs.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        CLOCK.set(NOW);
        sql().execute("DROP TABLE IF EXISTS counted");
        sql().execute("DELETE FROM job");
    }

    @Test
    void runsPartsInOrderAndStoresTheResult() {
        CountingWork work = work(part -> {});
        Job job = add(3);
        assertThat(job.state()).isEqualTo(JobState.QUEUED);
        CLOCK.advance(Duration.ofSeconds(5));
        runner(work).drain();
        assertThat(work.counted()).containsExactly(0, 1, 2);
        Job done = read(job);
        assertThat(done.state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(done.progress()).isEqualTo(1.0);
        assertThat(requireNonNull(done.result()).text()).isEqualTo("{\"count\": 3}");
        assertThat(done.continuation()).isNull();
        assertThat(done.createdAt()).isEqualTo(NOW);
        assertThat(done.startedAt()).isEqualTo(NOW.plusSeconds(5));
        assertThat(done.finishedAt()).isEqualTo(NOW.plusSeconds(5));
    }

    @Test
    void continuesAfterACrashInTheMiddleOfAPart() {
        AtomicInteger crashes = new AtomicInteger();
        CountingWork work = work(part -> {
            if (part == 2 && crashes.getAndIncrement() == 0) {
                // As if the node died: the connection is closed before the commit.
                sql().execute("SELECT pg_terminate_backend(pg_backend_pid())");
            }
        });
        Job job = add(4);
        runner(work).drain();
        assertThat(read(job).state()).isEqualTo(JobState.RUNNING);
        assertThat(read(job).progress()).isEqualTo(0.5);
        assertThat(work.counted()).containsExactly(0, 1);
        runner(work).drain();
        assertThat(read(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(work.counted()).containsExactly(0, 1, 2, 3);
        assertThat(work.tried).hasValue(5);
    }

    @Test
    void runsOnOneNodeAtATime() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountingWork work = work(part -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            sql().of("SELECT count(*) FROM generate_series(1, 20000)").one(Integer.class);
            running.decrementAndGet();
        });
        Job job = add(40);
        Together.all(6, node -> {
            runner(work).drain();
            return node;
        });
        runner(work).drain();
        assertThat(read(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(most).hasValue(1);
        assertThat(work.counted()).isEqualTo(IntStream.range(0, 40).boxed().toList());
    }

    @Test
    void cancelsBeforeTheNextPart() throws InterruptedException {
        var reached = new CountDownLatch(1);
        var cancelled = new CountDownLatch(1);
        CountingWork work = work(part -> {
            if (part == 1) {
                reached.countDown();
                Together.await(cancelled);
            }
        });
        Job job = add(4);
        Thread node = Thread.ofVirtual().start(() -> runner(work).drain());
        Together.await(reached);
        CLOCK.advance(Duration.ofSeconds(1));
        Job first = jobs.cancel(APP, job.id(), CLOCK.instant());
        cancelled.countDown();
        node.join();
        CLOCK.advance(Duration.ofSeconds(1));
        Job again = jobs.cancel(APP, job.id(), CLOCK.instant());
        assertThat(work.counted()).containsExactly(0, 1);
        assertThat(requireNonNull(again.result()).text()).isEqualTo("{\"count\": 2}");
        assertThat(List.of(first, again)).allMatch(one -> one.state() == JobState.CANCELLED);
        assertThat(again.finishedAt()).isEqualTo(first.finishedAt());
        runner(work).drain();
        assertThat(work.counted()).containsExactly(0, 1);
    }

    @Test
    void cancelsOnlyUnfinishedJobsOfTheApp() {
        Job job = add(1);
        assertRefused(ErrorCode.JOB_NOT_FOUND, () -> jobs.cancel(APP + 1, job.id(), NOW));
        assertRefused(ErrorCode.JOB_NOT_FOUND, () -> jobs.cancel(APP, job.id() + 1, NOW));
        runner(work(part -> {})).drain();
        assertRefused(ErrorCode.JOB_FINISHED, () -> jobs.cancel(APP, job.id(), NOW));
        assertThat(read(job).state()).isEqualTo(JobState.SUCCEEDED);
    }

    @Test
    void failsOnARefusalAndKeepsEarlierParts() {
        CountingWork work = work(part -> {
            if (part == 1) {
                throw new RefusedException(ErrorCode.LEDGER_INCOMPLETE, "No.", "startTime");
            }
        });
        Job job = add(3);
        runner(work).drain();
        Job failed = read(job);
        assertThat(failed.state()).isEqualTo(JobState.FAILED);
        assertThat(failed.error())
                .isEqualTo(new Job.JobError(ErrorCode.LEDGER_INCOMPLETE, "No.", List.of("startTime")));
        assertThat(failed.finishedAt()).isEqualTo(NOW);
        assertThat(work.counted()).containsExactly(0);
    }

    @Test
    void failsInTheTransactionOfAPartThatReturnsARefusal() {
        CountingWork work = work(part -> {});
        work.refusal = new Refusal(ErrorCode.LEDGER_INCOMPLETE, "No.", List.of());
        Job job = add(3);
        runner(work).drain();
        assertThat(requireNonNull(read(job).error()).code()).isEqualTo(ErrorCode.LEDGER_INCOMPLETE);
        assertThat(work.counted()).containsExactly(0);
    }

    @Test
    void failsAfterFiveFailuresOfAPartAndRunsOtherJobsMeanwhile() {
        AtomicInteger failures = new AtomicInteger();
        CountingWork work = work(part -> {
            if (part == 1 && failures.getAndIncrement() % 2 == 0) {
                throw new IllegalStateException("this part fails");
            } else if (part == 1) {
                throw new StackOverflowError("this part fails");
            }
        });
        Job failing = add(2);
        Job other = add(1);
        JobRunner runner = runner(work);
        for (int run = 1; run < JobRunner.MAX_FAILURES; run++) {
            runner.drain();
            assertThat(read(failing).state()).isEqualTo(JobState.RUNNING);
            assertThat(read(other).state()).isEqualTo(JobState.SUCCEEDED);
        }
        runner.drain();
        assertThat(read(failing).state()).isEqualTo(JobState.FAILED);
        assertThat(requireNonNull(read(failing).error()).code()).isEqualTo(ErrorCode.JOB_FAILED);
    }

    @Test
    void repeatsFailedPartWhileAnotherJobRuns() {
        AtomicInteger tried = new AtomicInteger();
        Job failing = add(1);
        Job other = add(20);
        CountingWork work = work(part -> {
            if (tried.getAndIncrement() == 0) {
                throw new IllegalStateException("this part fails once");
            }
        });
        runner(work, server.bean(ClockDrift.class), Duration.ofNanos(1)).drain();
        assertThat(List.of(failing, other)).allMatch(job -> read(job).state() == JobState.SUCCEEDED);
    }

    @Test
    void retriesMandatoryJobWithoutLimit() {
        var failing = new CountingWork(JobKind.RESCORE_DAYS, sql(), part -> sql().execute("no statement"));
        Job job = jobs.add(APP, JobKind.RESCORE_DAYS, new Parts(1), NOW);
        List.of(1, 2, 3, 4, 5, 6).forEach(run -> runner(failing).drain());
        assertRefused(ErrorCode.JOB_NOT_CANCELLABLE, () -> jobs.cancel(APP, job.id(), NOW));
        assertThat(read(job).finishedAt()).isNull();
    }

    @Test
    void limitsUnfinishedJobsOfAnAppUnderConcurrency() {
        List<Boolean> added = Together.all(8, n -> {
            try {
                return add(1).state() == JobState.QUEUED;
            } catch (RefusedException e) {
                assertThat(e.refusal().code()).isEqualTo(ErrorCode.LIMIT_REACHED);
                return false;
            }
        });
        assertThat(added).filteredOn(one -> one).hasSize(3);
        runner(work(part -> {})).drain();
        assertThat(add(1).state()).isEqualTo(JobState.QUEUED);
    }

    @Test
    void removesFinishedJobsAfterAWeek() {
        Job finished = add(1);
        JobRunner runner = runner(work(part -> {}));
        runner.drain();
        Job waiting = add(1);
        runner.sweep(NOW.plus(Duration.ofDays(7)));
        assertThat(jobs.byIds(APP, List.of(finished.id()))).hasSize(1);
        runner.sweep(NOW.plus(Duration.ofDays(7)).plusMillis(1));
        assertThat(jobs.byIds(APP, List.of(finished.id(), waiting.id()))).containsOnlyKeys(waiting.id());
    }

    @Test
    void removesNoJobsIfTheClockIsWrong() {
        Job finished = add(1);
        CountingWork work = work(part -> {});
        runner(work).drain();
        CLOCK.advance(Duration.ofDays(8));
        runner(work, WrongClock.of(sql()), Duration.ofHours(1)).runSweep();
        assertThat(jobs.byIds(APP, List.of(finished.id()))).hasSize(1);
        runner(work).runSweep();
        assertThat(jobs.byIds(APP, List.of(finished.id()))).isEmpty();
    }

    private static Job add(int parts) {
        return jobs.add(APP, JobKind.CHECK_RANKINGS, new Parts(parts), CLOCK.instant());
    }

    private static Job read(Job job) {
        return requireNonNull(jobs.byIds(APP, List.of(job.id())).get(job.id()));
    }

    private static CountingWork work(Consumer<Integer> before) {
        return new CountingWork(JobKind.CHECK_RANKINGS, sql(), before);
    }

    private static JobRunner runner(CountingWork work) {
        return runner(work, server.bean(ClockDrift.class), Duration.ofHours(1));
    }

    /** A node. */
    private static JobRunner runner(CountingWork work, ClockDrift drift, Duration every) {
        return new JobRunner(
                List.of(work),
                sql(),
                server.bean(JobRepository.class),
                server.bean(JobJson.class),
                server.bean(PeriodicJobs.class),
                CLOCK,
                drift,
                new SimpleMeterRegistry(),
                every,
                Duration.ofDays(7));
    }

    private static void assertRefused(ErrorCode code, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(RefusedException.class, e -> assertThat(
                        e.refusal().code())
                .isEqualTo(code));
    }

    private static Sql sql() {
        // Parts are in transactions of the service's own connections.
        return server.bean(Sql.class);
    }
}
