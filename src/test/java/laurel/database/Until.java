package laurel.database;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what must come to be. */
public final class Until {
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    private Until() {}

    /** Asks again and again; an exception counts as not yet. */
    public static void holds(Callable<Boolean> condition) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        Exception last = null;
        while (System.nanoTime() < deadline) {
            try {
                if (condition.call()) {
                    return;
                }
                last = null;
            } catch (Exception e) {
                last = e;
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        throw new AssertionError("not within " + DEADLINE, last);
    }
}
