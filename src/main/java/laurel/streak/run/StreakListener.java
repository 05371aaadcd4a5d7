package laurel.streak.run;

import java.time.Instant;
import java.util.Collection;

/**
 * Listens to changes of streaks that have other causes than activity. Runs in the transaction of the change. May throw {@link
 * laurel.database.partition.MissingPartitionException}; the transaction is then repeated.
 */
public interface StreakListener {
    /** Called before the transaction. Creates what the listener needs and cannot create in the transaction. */
    default void prepareChange(Instant now) {}

    /** Called after streaks of an app have changed. */
    void streaksChanged(int app, Collection<StreakChange> changes, Instant now);

    /**
     * Called after a job has added past activity to a streak.
     *
     * @param startedAt when the streak was created or unarchived
     */
    default void streaksBackfilled(int app, Collection<StreakChange> changes, Instant startedAt, Instant now) {
        streaksChanged(app, changes, now);
    }
}
