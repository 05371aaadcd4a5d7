package laurel.streak.run;

import java.time.Instant;
import java.util.Collection;

/**
 * Told how streaks change by anything but activity, in the transaction that does it: what a listener does in that thread is
 * part of it. It may throw {@link laurel.database.partition.MissingPartitionException}.
 */
public interface StreakListener {
    /** Before the transaction: makes what it needs and would not be able to make. */
    default void prepareChange(Instant now) {}

    void changed(int app, Collection<StreakChange> changes, Instant now);
}
