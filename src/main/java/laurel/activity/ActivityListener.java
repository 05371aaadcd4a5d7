package laurel.activity;

import io.micronaut.core.order.Ordered;
import java.time.Instant;

/**
 * Listens to changes of tallies and streaks by activity. Runs in the transaction that counts events, which holds the lock of
 * what is counted ({@link laurel.streak.DayRules#lockCounts}): scoring policies first (order 0), then badges (order 100). May
 * throw {@link laurel.database.partition.MissingPartitionException}; the transaction is then repeated.
 */
public interface ActivityListener extends Ordered {
    /** Called before the transaction. Creates what the listener needs and cannot create in the transaction. */
    default void prepare(Instant now) {}

    /** Called after tallies and streaks are stored. */
    void talliesChanged(TallyChanges changes, Instant now);
}
