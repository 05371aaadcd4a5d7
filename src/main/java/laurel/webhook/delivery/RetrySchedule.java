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

    private static final Duration MOST_ASKED = Duration.ofHours(1);

    private RetrySchedule() {}

    /**
     * The time of the next attempt; null after the last one.
     *
     * @param delivery id of the delivery, the seed of the random part
     * @param attempts number of attempts so far
     * @param asked    the wait of the receiver's {@code Retry-After}, limited to one hour; null without one
     */
    static @Nullable Instant next(long delivery, int attempts, @Nullable Duration asked, Instant now) {
        if (attempts > WAITS.size()) {
            return null;
        }
        double factor = 1 + JITTER * (2 * new SplittableRandom(delivery * 31 + attempts).nextDouble() - 1);
        Duration wait = Duration.ofMillis(Math.round(WAITS.get(attempts - 1).toMillis() * factor));
        return now.plus(asked == null || asked.compareTo(wait) < 0 ? wait : granted(asked, wait));
    }

    /** The wait that the receiver requests, limited to one hour; zero if it requests none. */
    static Duration asked(WebhookSender.AttemptResult outcome) {
        Duration asked = outcome.retryAfter();
        return asked == null ? Duration.ZERO : granted(asked, Duration.ZERO);
    }

    private static Duration granted(Duration asked, Duration wait) {
        Duration most = wait.compareTo(MOST_ASKED) > 0 ? wait : MOST_ASKED;
        return asked.compareTo(most) > 0 ? most : asked;
    }
}
