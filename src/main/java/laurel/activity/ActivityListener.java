package laurel.activity;

import io.micronaut.core.order.Ordered;
import java.time.Instant;

/**
 * Makes something of activity, in the transaction that counts it, which holds the lock of the app's activity: the scores of
 * policies first (order 0), then badges (order 100). May throw {@link
 * laurel.database.partition.MissingPartitionException}; then all is tried again.
 */
public interface ActivityListener extends Ordered {
    /** Before the transaction: what it needs and would not be able to make. */
    default void prepare(Instant now) {}

    /** Tallies and streaks are written. */
    void counted(TallyChanges counted, Instant now);
}
