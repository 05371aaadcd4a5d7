package laurel.api.engine;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stops one execution when its time is up: no further fetcher starts, and the one that blocks is interrupted. To be
 * closed by the thread that executes.
 */
public final class Deadline implements AutoCloseable {
    private @Nullable Thread worker;
    private final Future<?> alarm;
    private @Nullable Runnable action;
    private boolean closed;
    private boolean passed;
    private boolean stopped;

    Deadline(Duration time, ScheduledExecutorService clock) {
        this.alarm = clock.schedule(this::pass, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The thread that executes. */
    synchronized void interrupting(Thread thread) {
        worker = thread;
        if (passed) {
            thread.interrupt();
        }
    }

    /** What to call besides interrupting the thread. */
    synchronized void onPass(Runnable action) {
        this.action = action;
        if (passed) {
            action.run();
        }
    }

    public synchronized boolean passed() {
        return passed;
    }

    /** Whether it was over before its time. */
    synchronized boolean stopped() {
        return stopped;
    }

    /** Ends the execution now: the service is stopping. */
    synchronized void stop() {
        stopped = !closed && !passed;
        pass();
    }

    private synchronized void pass() {
        if (closed || passed) {
            return;
        }
        passed = true;
        if (action != null) {
            action.run();
        }
        if (worker != null) {
            worker.interrupt();
        }
    }

    /** From here on the thread is not interrupted any more, nor does it remember that it was. */
    @Override
    public synchronized void close() {
        closed = true;
        alarm.cancel(false);
        if (passed) {
            Thread.interrupted();
        }
    }
}
