package laurel.api.engine;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stops an execution when its time is over: no further fetcher starts, and a blocked one is interrupted. The thread that
 * executes must close it.
 */
public final class Deadline implements AutoCloseable {
    private @Nullable Thread worker;
    private final Future<?> timer;
    private @Nullable Runnable action;
    private boolean closed;
    private boolean passed;
    private boolean stopped;

    Deadline(Duration time, ScheduledExecutorService clock) {
        this.timer = clock.schedule(this::pass, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Sets the thread to interrupt. */
    synchronized void setWorker(Thread thread) {
        worker = thread;
        if (passed) {
            thread.interrupt();
        }
    }

    /** Sets an action to run when the deadline passes. */
    synchronized void onPass(Runnable action) {
        this.action = action;
        if (passed) {
            action.run();
        }
    }

    synchronized boolean hasPassed() {
        return passed;
    }

    /** Whether the execution was stopped before its deadline. */
    synchronized boolean isStopped() {
        return stopped;
    }

    /** Stops the execution now, because the service stops. */
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

    /** After this the thread is not interrupted any more. Clears its interrupt status. */
    @Override
    public synchronized void close() {
        closed = true;
        timer.cancel(false);
        if (passed) {
            Thread.interrupted();
        }
    }
}
