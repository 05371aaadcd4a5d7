package laurel;

import io.micronaut.aop.MethodInterceptor;
import io.micronaut.aop.MethodInvocationContext;
import io.micronaut.context.annotation.Value;
import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.inject.ExecutableMethod;
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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the methods that are {@link Periodic}. When the service stops, no method is started any more, and running ones are
 * awaited before any bean is closed: no method uses a closed pool, and Micronaut's scheduler never recreates a closed bean.
 */
@Singleton
public class PeriodicJobs implements MethodInterceptor<Object, Object> {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicJobs.class);

    /** Time that a running method has when the service stops, before it is interrupted. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ExecutorService scheduler;
    private final boolean enabled;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("job-", 0).factory());
    private final Set<ExecutableMethod<?, ?>> running = ConcurrentHashMap.newKeySet();
    private final CountDownLatch stopping = new CountDownLatch(1);
    /** What jobs wait for at present. */
    private final Set<Semaphore> awaited = ConcurrentHashMap.newKeySet();

    /**
     * @param scheduler Micronaut's scheduler, which calls all scheduled methods
     * @param enabled   false on a node that only answers requests: it runs only what every node runs
     */
    PeriodicJobs(
            @Named(TaskExecutors.SCHEDULED) ExecutorService scheduler,
            @Value("${laurel.background:true}") boolean enabled) {
        this.scheduler = scheduler;
        this.enabled = enabled;
    }

    /** Starts the method, unless its last run is still in progress or the service is stopping. */
    @Override
    public @Nullable Object intercept(MethodInvocationContext<Object, Object> context) {
        ExecutableMethod<?, ?> job = context.getExecutableMethod();
        boolean runs =
                enabled || context.booleanValue(Periodic.class, "everyNode").orElse(false);
        if (runs && !stopping() && running.add(job)) {
            try {
                threads.execute(() -> run(job, context));
            } catch (RejectedExecutionException e) {
                LOG.debug("{} is not started: the service is stopping", job);
            }
        }
        return null;
    }

    /** Does a part of a job, which its next run repeats after a failure. So a failure does not affect other parts. */
    public static void tryRun(String what, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.warn("Could not {}; the next run tries again", what, e);
        }
    }

    private void run(ExecutableMethod<?, ?> job, MethodInvocationContext<Object, Object> context) {
        try {
            context.proceed();
        } catch (Exception e) {
            String what = context.stringValue(Periodic.class).orElseThrow();
            LOG.warn("Could not {}; the next run tries again", what, e);
        } catch (Throwable e) {
            LOG.error("{}.{} failed", job.getDeclaringType().getSimpleName(), job.getMethodName(), e);
        } finally {
            running.remove(job);
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
        // The scheduler looks up a method's bean for each call. It would create a new one if beans were closed first.
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
