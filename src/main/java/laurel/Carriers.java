package laurel;

import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.lang.reflect.Method;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
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

    /** The number before Java 24: enough for the first requests after the start, which load the same classes. */
    private static final int FIXED = 16;

    /** The largest number of carriers that Java creates by default. */
    private static final int MAX = 256;

    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(100);

    /** Time after which the number is doubled. Carriers that compute, and a start on a busy machine, take less. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private static final Duration UNTIL_LOWERED = Duration.ofSeconds(10);

    private final int processors = Runtime.getRuntime().availableProcessors();
    private final Scheduler scheduler;
    private final long checksUntilLowered;

    private Carriers(Scheduler scheduler, Duration untilLowered) {
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

    /** @param untilLowered additional carriers are given up when no virtual thread had to wait for this time */
    static void provide(Duration untilLowered) {
        if (System.getProperty(PARALLELISM) != null) {
            return;
        }
        Scheduler scheduler = Scheduler.find();
        if (scheduler == null) {
            int carriers = Math.max(FIXED, Runtime.getRuntime().availableProcessors());
            System.setProperty(PARALLELISM, Integer.toString(carriers));
        } else {
            Thread.ofPlatform().daemon().name("carriers").start(new Carriers(scheduler, untilLowered)::watch);
        }
    }

    private void watch() {
        int carriers = processors;
        long checks = 0;
        try {
            while (true) {
                if (Thread.startVirtualThread(() -> {}).join(PATIENCE)) {
                    checks++;
                } else {
                    checks = 0;
                    carriers = Math.min(MAX, 2 * carriers);
                    LOG.info("Virtual threads wait for a carrier thread: there are {} from now on", carriers);
                    scheduler.set(carriers);
                    startPlatformThreads(carriers);
                }
                if (checks == checksUntilLowered) {
                    carriers = processors;
                    scheduler.set(carriers);
                }
                Thread.sleep(BETWEEN_CHECKS);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The scheduler starts another carrier when a virtual thread is started from a thread in whose queue no other waits, and
     * threads have different queues.
     */
    private static void startPlatformThreads(int count) {
        for (int n = 0; n < count; n++) {
            Thread.ofPlatform().daemon().start(() -> Thread.startVirtualThread(() -> {}));
        }
    }

    /** The scheduler of virtual threads. Its type is found by name, because Java 21 does not have it. */
    private record Scheduler(Object bean, Method setter) {

        /** Null if its parallelism cannot be changed. */
        static @Nullable Scheduler find() {
            try {
                Class<? extends PlatformManagedObject> type = Class.forName(
                                "jdk.management.VirtualThreadSchedulerMXBean")
                        .asSubclass(PlatformManagedObject.class);
                return new Scheduler(
                        ManagementFactory.getPlatformMXBean(type), type.getMethod("setParallelism", int.class));
            } catch (ReflectiveOperationException | IllegalArgumentException missing) {
                return null;
            }
        }

        void set(int parallelism) {
            try {
                setter.invoke(bean, parallelism);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
