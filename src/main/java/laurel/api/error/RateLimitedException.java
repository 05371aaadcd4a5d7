package laurel.api.error;

import java.time.Duration;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** A request that is refused because its caller has sent too much in a time. */
public final class RateLimitedException extends RequestException {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final long retryAfter;

    private RateLimitedException(String reason, long seconds) {
        super(RequestErrorCode.RATE_LIMITED, reason + "; try again in " + seconds + " s.");
        this.retryAfter = seconds;
    }

    /**
     * The refusal of a request that may be sent again after a time.
     *
     * @param nanos the time to wait
     */
    public static RateLimitedException after(long nanos, String reason) {
        return new RateLimitedException(reason, Math.max(1, Math.ceilDiv(nanos, SECOND)));
    }

    /** Time to wait in seconds, rounded up. */
    public long retryAfter() {
        return retryAfter;
    }
}
