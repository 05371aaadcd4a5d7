package laurel.database;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition. */
public final class Until {
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    private Until() {}

    /** Checks the condition until it holds. An exception means that it does not hold yet. */
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
        throw new AssertionError("not within " + DEADLINE + "; all threads are in " + threads(), last);
    }

    /** Writes the stacks of all threads, virtual ones included, into a file of their own. */
    private static Path threads() {
        Path file = Path.of("target", "threads-" + System.nanoTime() + ".txt").toAbsolutePath();
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
