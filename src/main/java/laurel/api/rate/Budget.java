package laurel.api.rate;

import io.github.bucket4j.Bucket;
import java.time.Instant;
import java.util.function.Supplier;
import laurel.api.error.RateLimitedException;
import org.jspecify.annotations.Nullable;

/**
 * What one caller may still ask for, in units of cost. A request is charged twice: the minimum when it arrives, before it is
 * read, and the rest of its cost before its operation is executed.
 *
 * <p>An operation that costs more than the budget holds needs a full budget. The rest becomes a debt of at most nine full
 * budgets, which delays the next requests.
 */
public final class Budget {
    /** The budget of a caller without a limit. */
    public static final Budget UNLIMITED = new Budget(null, new Rate(0, 0), 0);

    /** Limits the cost of one operation to this many full budgets, because the estimate may be far too high. */
    private static final long DEBT = 10;

    private static final String REASON = "The caller has used its budget (`laurel.rates`)";

    private final @Nullable Supplier<Bucket> bucket;
    private final int capacity;
    private final int minimum;

    /** @param bucket returns the current bucket of the caller; null if there is no limit */
    Budget(@Nullable Supplier<Bucket> bucket, Rate rate, int minimum) {
        this.bucket = bucket;
        this.capacity = rate.capacity();
        this.minimum = Math.min(minimum, capacity);
    }

    /** Charges a request that has arrived. Throws RATE_LIMITED if the budget is used up. */
    public void chargeRequest() {
        if (bucket != null) {
            take(bucket.get(), minimum, minimum);
        }
    }

    /** Returns what {@link #chargeRequest} has taken, because another budget pays for the request. */
    public void refundRequest() {
        if (bucket != null && minimum > 0) {
            bucket.get().addTokens(minimum);
        }
    }

    /**
     * Charges the cost of an operation, of which its request has paid the minimum. Throws RATE_LIMITED if the budget is used
     * up.
     */
    public void chargeOperation(long cost) {
        long rest = Math.min(cost, DEBT * capacity) - minimum;
        if (bucket == null || rest <= 0) {
            return;
        }
        long available = Math.min(rest, capacity - (long) minimum);
        Bucket current = bucket.get();
        take(current, available, Math.min(cost, capacity));
        if (rest > available) {
            current.consumeIgnoringRateLimits(rest - available);
        }
    }

    /** @param again what the next try needs, because the refused one has paid its minimum */
    private static void take(Bucket bucket, long tokens, long again) {
        if (tokens > 0 && !bucket.tryConsume(tokens)) {
            throw RateLimitedException.after(
                    bucket.estimateAbilityToConsume(again).getNanosToWaitForRefill(), REASON);
        }
    }

    /** The budget at this moment; null if there is no limit. */
    @Nullable
    public State at(Instant now) {
        if (bucket == null) {
            return null;
        }
        Bucket current = bucket.get();
        long wait = current.estimateAbilityToConsume(capacity).getNanosToWaitForRefill();
        return new State(Math.max(0, current.getAvailableTokens()), now.plusNanos(wait));
    }

    /**
     * The state of a budget.
     *
     * @param remaining cost that operations may have now
     * @param resetAt   when the budget is full, if nothing more is charged
     */
    public record State(long remaining, Instant resetAt) {}
}
