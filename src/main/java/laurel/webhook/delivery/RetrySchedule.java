package laurel.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** When a message that did not arrive is tried again. */
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

    /** How much longer or shorter a wait may be, so that what failed together is not tried together. */
    private static final double JITTER = 0.2;

    private static final Duration MOST_ASKED = Duration.ofHours(1);

    private RetrySchedule() {}

    /**
     * When it is tried next; null where it has been tried as often as it is.
     *
     * @param delivery what is tried: the same is always put off by the same time
     * @param attempts how often it has been tried
     * @param asked    how long the receiver asks to wait at least, of which up to an hour is granted
     */
    static @Nullable Instant next(long delivery, int attempts, @Nullable Duration asked, Instant now) {
        if (attempts > WAITS.size()) {
            return null;
        }
        double factor = 1 + JITTER * (2 * new SplittableRandom(delivery * 31 + attempts).nextDouble() - 1);
        Duration wait = Duration.ofMillis(Math.round(WAITS.get(attempts - 1).toMillis() * factor));
        return now.plus(asked == null || asked.compareTo(wait) < 0 ? wait : granted(asked, wait));
    }

    /** How long the receiver asks for, of which up to an hour is granted; none where it does not ask. */
    static Duration asked(WebhookSender.Outcome outcome) {
        Duration asked = outcome.retryAfter();
        return asked == null ? Duration.ZERO : granted(asked, Duration.ZERO);
    }

    private static Duration granted(Duration asked, Duration wait) {
        Duration most = wait.compareTo(MOST_ASKED) > 0 ? wait : MOST_ASKED;
        return asked.compareTo(most) > 0 ? most : asked;
    }
}
