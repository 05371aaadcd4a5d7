package laurel.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The waits between the attempts to deliver a message. */
final class RetrySchedule {
    private static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            Duration.ofHours(4),
            Duration.ofHours(12),
            Duration.ofHours(24));

    /** Random part of a wait, longer or shorter, so that messages that failed together are not retried together. */
    private static final double JITTER = 0.2;

    private static final Duration MAX_RETRY_AFTER = Duration.ofHours(1);

    private RetrySchedule() {}

    /**
     * The time of the next attempt; null after the last one.
     *
     * @param delivery   id of the delivery, the seed of the random part
     * @param attempts   number of attempts so far
     * @param retryAfter the wait of the receiver's {@code Retry-After}; null without one. It can make the scheduled wait
     *     longer, up to one hour, and never shorter
     */
    static @Nullable Instant next(long delivery, int attempts, @Nullable Duration retryAfter, Instant now) {
        if (attempts > WAITS.size()) {
            return null;
        }
        double factor = 1 + JITTER * (2 * new SplittableRandom(delivery * 31 + attempts).nextDouble() - 1);
        Duration wait = Duration.ofMillis(Math.round(WAITS.get(attempts - 1).toMillis() * factor));
        Duration requested = limited(retryAfter);
        return now.plus(requested.compareTo(wait) > 0 ? requested : wait);
    }

    /** Returns a wait that a receiver requests, limited to one hour; zero for null. */
    static Duration limited(@Nullable Duration retryAfter) {
        if (retryAfter == null) {
            return Duration.ZERO;
        }
        return retryAfter.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : retryAfter;
    }
}
