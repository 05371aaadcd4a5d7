package laurel;

import io.micronaut.context.env.Environment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rule for {@code laurel.activity.retention}: an event that is accepted must not be of a dropped month, and neither must the
 * rest of its day or of a burst.
 */
final class ActivityRetentionRule {
    private static final String RETENTION = "laurel.activity.retention";
    private static final String AGE = "laurel.limits.activity-age";
    private static final Duration DEFAULT_AGE = Duration.ofDays(400);

    /** Versions of policies score days up to 31 days before their activation. */
    private static final Duration MIN_RETENTION = Duration.ofDays(40);
    /** A day in any time zone, and the longest burst. */
    private static final Duration MARGIN = Duration.ofDays(3);

    private ActivityRetentionRule() {}

    /** Describes what is wrong, in one line. Null if nothing is. Both settings are valid on their own. */
    static @Nullable String complaint(Environment environment) {
        return complaint(
                environment.getProperty(RETENTION, Duration.class).orElse(Duration.ZERO),
                environment.getProperty(AGE, Duration.class).orElse(DEFAULT_AGE));
    }

    static @Nullable String complaint(Duration retention, Duration age) {
        if (retention.isZero()) {
            return null;
        }
        if (retention.compareTo(MIN_RETENTION) < 0) {
            return RETENTION + " is " + text(retention) + "; it must be 0s to keep all activity events, or at least "
                    + text(MIN_RETENTION);
        }
        return retention.compareTo(age.plus(MARGIN)) < 0
                ? RETENTION + " is " + text(retention) + "; it must be at least " + AGE + ", which is " + text(age)
                        + ", and " + text(MARGIN) + ": set it to " + text(age.plus(MARGIN)) + " or more, or "
                        + AGE + " to " + text(retention.minus(MARGIN)) + " or less"
                : null;
    }

    private static String text(Duration time) {
        if (time.equals(Duration.ofDays(time.toDays()))) {
            return time.toDays() + "d";
        }
        return time.equals(Duration.ofHours(time.toHours())) ? time.toHours() + "h" : time.toMillis() + "ms";
    }
}
