package laurel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints the slowest classes of a test run, the number of servers that it started, and the skipped tests with their
 * reasons. Registered as a service, so that every run prints it.
 */
public final class SuiteReport implements TestExecutionListener {
    private static final int CLASSES = 20;
    private static final Map<Started, Integer> COUNTS = new ConcurrentHashMap<>();

    private final Map<String, Long> startedAt = new ConcurrentHashMap<>();
    private final Map<String, Double> seconds = new ConcurrentHashMap<>();
    private final Queue<String> skipped = new ConcurrentLinkedQueue<>();
    private final AtomicInteger tests = new AtomicInteger();
    private volatile long begin;

    /** Expensive resources that tests start. Each counts itself. */
    public enum Started {
        POSTGRESQL("PostgreSQL servers"),
        DATABASE("databases"),
        SERVICE("services"),
        PROCESS("processes");

        private final String plural;

        Started(String plural) {
            this.plural = plural;
        }

        public void count() {
            COUNTS.merge(this, 1, Integer::sum);
        }
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        begin = System.nanoTime();
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        startedAt.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped.add(test.getDisplayName() + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        long since = startedAt.remove(test.getUniqueId());
        if (test.isTest()) {
            tests.incrementAndGet();
        }
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            skipped.add(test.getDisplayName() + ": "
                    + result.getThrowable().map(Throwable::getMessage).orElse("no reason"));
        }
        className(test).ifPresent(name -> seconds.merge(name, (System.nanoTime() - since) / 1e9, Double::sum));
    }

    private static Optional<String> className(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).map(source -> ((ClassSource) source)
                .getClassName());
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        System.out.println(report());
    }

    private String report() {
        StringBuilder text = new StringBuilder("\n%d tests of %d classes in %.0f s; started: %s\n"
                .formatted(tests.get(), seconds.size(), (System.nanoTime() - begin) / 1e9, started()));
        text.append("The slowest classes, in seconds:\n");
        seconds.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(CLASSES)
                .forEach(one -> text.append(String.format(Locale.ROOT, "%7.1f  %s\n", one.getValue(), one.getKey())));
        skipped.forEach(one -> text.append("Skipped: ").append(one).append('\n'));
        return text.toString();
    }

    private static String started() {
        return Arrays.stream(Started.values())
                .map(kind -> COUNTS.getOrDefault(kind, 0) + " " + kind.plural)
                .collect(Collectors.joining(", "));
    }
}
