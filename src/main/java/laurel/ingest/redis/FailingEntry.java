package laurel.ingest.redis;

import java.time.Duration;
import laurel.ingest.NotRecordedException;
import laurel.ingest.mapping.StreamEntry;

/** An entry that fails alone. It is retried with exponential backoff. */
final class FailingEntry {
    private static final Duration FIRST = Duration.ofMillis(200);
    private static final int MAX_DOUBLINGS = 7;

    private final StreamEntry entry;
    private String reason;
    private int failures;
    private long passes;
    private long tryAt;

    /**
     * @param passes number of batches recorded so far; a failure counts only if a batch succeeded since the last one
     */
    FailingEntry(StreamEntry entry, NotRecordedException failure, long passes) {
        this.entry = entry;
        this.passes = passes;
        this.reason = failure.reason();
        this.failures = 1;
        this.tryAt = System.nanoTime() + FIRST.toNanos();
    }

    StreamEntry entry() {
        return entry;
    }

    /** @param regardless whether the failure counts although no batch succeeded since the last one */
    void failed(NotRecordedException failure, long passesNow, boolean regardless) {
        reason = failure.reason();
        if (passesNow > passes || regardless) {
            passes = passesNow;
            failures++;
        }
        tryAt = System.nanoTime() + (FIRST.toNanos() << Math.min(failures, MAX_DOUBLINGS));
    }

    boolean due() {
        return System.nanoTime() - tryAt >= 0;
    }

    boolean hopeless(int attempts) {
        return failures >= attempts;
    }

    String reason() {
        return "The entry failed " + failures + " times when it was processed alone: " + reason;
    }
}
