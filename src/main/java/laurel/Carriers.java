package laurel;

import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;

/**
 * Provides carrier threads for virtual threads: as many as processors, which is fastest, and more while virtual threads occupy
 * them without giving way to others.
 *
 * <p>A virtual thread that waits for a class to be loaded keeps its carrier (JEP 491 names the cases). If all carriers wait like
 * this for a lock that a virtual thread without a carrier is to get next, no virtual thread runs again. Requests that load the same
 * classes just after the start can occupy as many carriers as two cores have.
 */
final class Carriers {
    private static final String PROPERTY = "jdk.virtualThreadScheduler.parallelism";
    /** More than these are of no use, because the scheduler starts at most 256. */
    private static final int MAX = 256;
    /** Enough for the requests that load the same classes just after the start. */
    private static final int MIN_EXTRA = 16;

    /** The first Java version whose scheduler can be changed. */
    private static final int CHANGEABLE_SINCE = 24;

    private static final Duration INTERVAL = Duration.ofMillis(100);
    /** A new virtual thread that waits longer than this finds all carriers occupied, or the machine overloaded. */
    private static final Duration MAX_WAIT = Duration.ofMillis(500);
    /** Number of checks without a wait after which the extra carriers are no longer needed. */
    private static final int CALM_CHECKS = 100;

    private final int processors;
    private int count;
    private int calmChecks;

    Carriers(int processors) {
        this.processors = processors;
        this.count = processors;
    }

    /**
     * Sets the number of carriers, unless an option of the JVM sets it. To be called before the first virtual thread starts.
     * Before Java 24 the number cannot be changed later, so it is large at once.
     */
    static void provide() {
        if (System.getProperty(PROPERTY) != null) {
            return;
        }
        int processors = Runtime.getRuntime().availableProcessors();
        if (Runtime.version().feature() < CHANGEABLE_SINCE) {
            System.setProperty(PROPERTY, Integer.toString(Math.max(MIN_EXTRA, processors)));
        } else {
            Thread.ofPlatform().daemon().name("carriers").start(new Carriers(processors)::adjust);
        }
    }

    private void adjust() {
        try {
            Scheduler scheduler = Scheduler.find();
            while (true) {
                Thread.sleep(INTERVAL);
                int before = count;
                boolean waited = !Thread.startVirtualThread(() -> {}).join(MAX_WAIT);
                if (after(waited) != before) {
                    scheduler.setParallelism(count);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the scheduler of virtual threads cannot be changed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns the number of carriers after a check.
     *
     * @param waited whether a new virtual thread has waited for a carrier too long
     */
    int after(boolean waited) {
        calmChecks = waited ? 0 : calmChecks + 1;
        if (waited) {
            count = Math.max(count, Math.min(MAX, Math.max(MIN_EXTRA, 2 * count)));
        } else if (calmChecks >= CALM_CHECKS) {
            count = processors;
        }
        return count;
    }

    /** {@code VirtualThreadSchedulerMXBean}, which Java 21 does not have. */
    private record Scheduler(Object bean, Method setter) {
        static Scheduler find() throws ReflectiveOperationException {
            Class<? extends PlatformManagedObject> type = Class.forName("jdk.management.VirtualThreadSchedulerMXBean")
                    .asSubclass(PlatformManagedObject.class);
            return new Scheduler(
                    ManagementFactory.getPlatformMXBean(type), type.getMethod("setParallelism", int.class));
        }

        void setParallelism(int size) throws IllegalAccessException, InvocationTargetException {
            setter.invoke(bean, size);
        }
    }
}
