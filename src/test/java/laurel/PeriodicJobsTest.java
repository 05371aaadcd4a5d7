package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Beans are closed after the last scheduled method has returned. */
class PeriodicJobsTest {
    /** Before each call the scheduler looks up the bean, and would create a closed one again. */
    @Test
    void waitsForTheSchedulerAndDropsItsDelayedTasks() {
        var scheduler = Executors.newScheduledThreadPool(1);
        var jobs = new PeriodicJobs(scheduler, true);
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
}
