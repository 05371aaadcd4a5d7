package laurel.webhook;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt came to.
 *
 * @param status     the HTTP status; null where there was no answer
 * @param failure    why it failed, a sentence; null where it did not
 * @param retryAfter how long the receiver asks to wait; null where it does not
 */
record Outcome(
        @Nullable Integer status,
        @Nullable String failure,
        @Nullable Duration retryAfter) {
    private static final int GONE = 410;

    static Outcome failed(String why) {
        return new Outcome(null, why, null);
    }

    static Outcome answered(int status, @Nullable Duration retryAfter) {
        return new Outcome(
                status,
                status >= 200 && status < 300 ? null : "The address answered with status " + status + ".",
                retryAfter);
    }

    boolean delivered() {
        return failure == null;
    }

    /** Whether the receiver wants no more messages. */
    boolean gone() {
        return status != null && status == GONE;
    }
}
