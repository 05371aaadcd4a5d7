package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import laurel.database.Until;
import org.junit.jupiter.api.Test;

/** Beans are closed after the last scheduled method has returned. */
class PeriodicJobsTest {
    /** Before each call the bean is looked up, and a closed one would be created again. */
    @Test
    void waitsForTheSchedulerAndDropsItsDelayedTasks() {
        var scheduler = Executors.newScheduledThreadPool(1);
        var jobs = new PeriodicJobs(scheduler);
        AtomicBoolean done = new AtomicBoolean();
        scheduler.execute(() -> {
            jobs.pause(Duration.ofMinutes(1));
            done.set(true);
        });
        var never = scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);

        jobs.stop(null);

        assertThat(done).isTrue();
        assertThat(scheduler.isTerminated()).isTrue();
        assertThat(never.isDone()).isEqualTo(never.isCancelled());
    }

    /** A job that waits for work takes it all at once, and ends at once when the service stops. */
    @Test
    void endsJobsThatWaitForWork() {
        var scheduler = Executors.newScheduledThreadPool(1);
        var jobs = new PeriodicJobs(scheduler);
        Semaphore work = new Semaphore(2);
        assertThat(jobs.await(work, Duration.ofHours(1))).isTrue();
        assertThat(jobs.await(work, Duration.ZERO)).isFalse();
        AtomicBoolean done = new AtomicBoolean();
        scheduler.execute(() -> {
            jobs.await(work, Duration.ofHours(1));
            done.set(true);
        });
        Until.holds(work::hasQueuedThreads);

        jobs.stop(null);

        assertThat(done).isTrue();
        assertThat(jobs.await(work, Duration.ofHours(1))).isFalse();
    }
}
