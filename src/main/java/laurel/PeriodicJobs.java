package laurel;

import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.runtime.event.annotation.EventListener;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the methods that are {@link Periodic}. When the service stops, no call is started any more, and running ones are
 * awaited before any bean is closed: no method uses a closed pool, and no closed bean is created again.
 */
@Singleton
public class PeriodicJobs {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicJobs.class);

    private static final String FAILED = "Could not {}; the next run tries again";

    /** Time that a running method has when the service stops, before it is interrupted. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ScheduledExecutorService scheduler;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("job-", 0).factory());
    private final Set<Job> running = ConcurrentHashMap.newKeySet();
    private final CountDownLatch stopping = new CountDownLatch(1);
    /** What jobs wait for at present. */
    private final Set<Semaphore> awaited = ConcurrentHashMap.newKeySet();

    /** @param scheduler Micronaut's scheduler */
    PeriodicJobs(@Named(TaskExecutors.SCHEDULED) ExecutorService scheduler) {
        this.scheduler = (ScheduledExecutorService) scheduler;
    }

    /**
     * A periodic method.
     *
     * @param what in the words after "Could not"
     * @param call looks up the bean, and returns the call of its method
     */
    private record Job(String what, Supplier<Runnable> call) {
        @Override
        public String toString() {
            return what;
        }
    }

    /** Calls a method periodically. The arguments are those of {@link Job}. */
    void schedule(String what, Supplier<Runnable> call, Duration first, Duration every) {
        Job job = new Job(what, call);
        scheduler.scheduleWithFixedDelay(() -> start(job), first.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Starts a call, unless the last one is still in progress or the service is stopping. */
    private void start(Job job) {
        if (stopping() || !running.add(job)) {
            return;
        }
        try {
            Runnable call = job.call.get();
            threads.execute(() -> run(job, call));
        } catch (RuntimeException e) {
            running.remove(job);
            if (!stopping()) {
                LOG.warn(FAILED, job.what, e);
            }
        }
    }

    private void run(Job job, Runnable call) {
        try {
            tryRun(job.what, call);
        } catch (Throwable e) {
            LOG.error("Could not {}", job.what, e);
        } finally {
            running.remove(job);
        }
    }

    /** Does a part of a job, which its next run repeats after a failure. So a failure does not affect other parts. */
    public static void tryRun(String what, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.warn(FAILED, what, e);
        }
    }

    /** Whether the service is stopping. Work in parts ends after the present part then. */
    public boolean stopping() {
        return stopping.getCount() == 0;
    }

    /** Waits for this time, or until the service is stopping. */
    public void pause(Duration time) {
        try {
            stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits for a permit: for this time, until there is one, or until the service is stopping. Takes all permits, and returns
     * whether there was one.
     */
    public boolean await(Semaphore permits, Duration time) {
        awaited.add(permits);
        try {
            boolean any = !stopping() && permits.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
            permits.drainPermits();
            return any;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            awaited.remove(permits);
        }
    }

    /** Ends all periodic methods. Does nothing the second time. */
    @EventListener
    public void stop(@Nullable ShutdownEvent event) {
        stopping.countDown();
        awaited.forEach(Semaphore::release);
        if (scheduler instanceof ScheduledThreadPoolExecutor pool) {
            pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        }
        scheduler.shutdown();
        threads.shutdown();
        // The bean of a method is looked up for each call. It would be created again if beans were closed first.
        await(scheduler);
        await(threads);
    }

    private void await(ExecutorService executor) {
        try {
            if (!executor.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("Interrupting jobs that did not end within {} s: {}", PATIENCE.toSeconds(), running);
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
