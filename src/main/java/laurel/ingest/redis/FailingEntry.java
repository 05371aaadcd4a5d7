package laurel.ingest.redis;

import java.time.Duration;

/** An entry that fails by itself, and is tried again, ever more seldom. */
final class FailingEntry {
    private static final Duration FIRST = Duration.ofMillis(200);
    private static final int MOST_DOUBLINGS = 7;

    private final StreamEntry entry;
    private String reason;
    private int failures;
    private long passes;
    private long tryAt;

    /** @param passes what has been recorded so far; it counts only what fails while others pass */
    FailingEntry(StreamEntry entry, RuntimeException failure, long passes) {
        this.entry = entry;
        this.passes = passes;
        this.reason = told(failure);
        this.failures = 1;
        this.tryAt = System.nanoTime() + FIRST.toNanos();
    }

    StreamEntry entry() {
        return entry;
    }

    /** @param regardless whether it counts though nothing passed meanwhile */
    void failed(RuntimeException failure, long passesNow, boolean regardless) {
        reason = told(failure);
        if (passesNow > passes || regardless) {
            passes = passesNow;
            failures++;
        }
        tryAt = System.nanoTime() + (FIRST.toNanos() << Math.min(failures, MOST_DOUBLINGS));
    }

    boolean due() {
        return System.nanoTime() - tryAt >= 0;
    }

    boolean hopeless(int attempts) {
        return failures >= attempts;
    }

    String reason() {
        return "It failed " + failures + " times by itself: " + reason;
    }

    private static String told(RuntimeException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
