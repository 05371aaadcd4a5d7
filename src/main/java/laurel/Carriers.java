package laurel;

import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets how many carrier threads run virtual threads: as many as processors, because more of them only take turns on the
 * processors.
 *
 * <p>A virtual thread that waits for a class to be initialized keeps its carrier (JEP 491 names the cases). If all carriers
 * wait like this for a lock that a virtual thread without a carrier is to get next, no virtual thread runs again. So a
 * platform thread starts a virtual thread now and then, and adds carriers while that one has to wait.
 */
final class Carriers {
    private static final Logger LOG = LoggerFactory.getLogger(Carriers.class);
    private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

    /** The type through which Java 24 and newer change the number. Java 21, for which this is compiled, does not have it. */
    private static final String SCHEDULER = "jdk.management.VirtualThreadSchedulerMXBean";

    /** The number before Java 24: enough for the first requests after the start, which load the same classes. */
    private static final int FIXED = 16;

    /** The largest number of carriers that Java creates by default. */
    private static final int MAX = 256;

    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(100);

    /** Time after which the number is doubled. A start on a busy machine takes less. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** Time without a virtual thread that waits, after which additional carriers are given up. */
    private static final Duration UNTIL_LOWERED = Duration.ofSeconds(10);

    private final int processors = Runtime.getRuntime().availableProcessors();
    private final Class<? extends PlatformManagedObject> scheduler;
    private final long checksUntilLowered;

    private Carriers(Class<? extends PlatformManagedObject> scheduler, Duration untilLowered) {
        this.scheduler = scheduler;
        this.checksUntilLowered = untilLowered.dividedBy(BETWEEN_CHECKS);
    }

    /**
     * Must be called before the first virtual thread starts. An option of the JVM overrides it. Before Java 24 the number
     * cannot be changed while the JVM runs; then there are at least 16 carriers.
     */
    static void provide() {
        provide(UNTIL_LOWERED);
    }

    static void provide(Duration untilLowered) {
        if (System.getProperty(PARALLELISM) != null) {
            return;
        }
        try {
            var scheduler = Class.forName(SCHEDULER).asSubclass(PlatformManagedObject.class);
            Thread.ofPlatform().daemon().name("carriers").start(new Carriers(scheduler, untilLowered)::watch);
        } catch (ClassNotFoundException beforeJava24) {
            int carriers = Math.max(FIXED, Runtime.getRuntime().availableProcessors());
            System.setProperty(PARALLELISM, Integer.toString(carriers));
        }
    }

    private void watch() {
        int carriers = processors;
        long checks = 0;
        try {
            while (true) {
                boolean runs = Thread.startVirtualThread(() -> {}).join(PATIENCE);
                checks = runs ? checks + 1 : 0;
                if (!runs && carriers < MAX) {
                    carriers = Math.min(MAX, 2 * carriers);
                    LOG.info("Virtual threads wait for a carrier thread: there are {} from now on", carriers);
                    setParallelism(carriers);
                    startCarriers(carriers);
                } else if (carriers > processors && checks >= checksUntilLowered) {
                    carriers = processors;
                    setParallelism(carriers);
                }
                Thread.sleep(BETWEEN_CHECKS);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void setParallelism(int carriers) {
        try {
            scheduler
                    .getMethod("setParallelism", int.class)
                    .invoke(ManagementFactory.getPlatformMXBean(scheduler), carriers);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The scheduler starts another carrier only when a virtual thread is put into an empty queue. A platform thread puts the
     * virtual threads that it starts into one of several queues, so this uses a new thread for each.
     */
    private static void startCarriers(int count) {
        for (int n = 0; n < count; n++) {
            Thread.ofPlatform().daemon().start(() -> Thread.startVirtualThread(() -> {}));
        }
    }
}
