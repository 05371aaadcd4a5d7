package laurel.activity;

import java.time.Instant;
import java.util.List;
import laurel.streak.DayRules;

/** Work on the activity of apps that is too long for one transaction. {@link BacklogProcessor} processes it in parts. */
public interface Backlog {
    /** Returns the name, such as {@code day-scores}. Unique. */
    String name();

    /** Returns the apps with remaining work. */
    List<Integer> apps();

    /** Returns the amount of remaining work, counted up to a limit. */
    long size(int limit);

    /** Returns whether callers that recorded activity of an app until this time may wait for work that remains. */
    default boolean isAwaited(int app, Instant until) {
        return false;
    }

    /** Called before each transaction. Creates what the work needs and cannot create in the transaction. */
    default void prepare(Instant now) {}

    /** Locks what the work changes, until the transaction ends: the app's activity, unless it is less. */
    default void lock(int app, DayRules dayRules) {
        dayRules.lock(app);
    }

    /**
     * Returns the maximum amount of work in a part, such as a number of days. A part has less if it would hold its locks for
     * long. 1 if parts have no amount.
     */
    default int maxPartSize() {
        return 1;
    }

    /**
     * Processes the next part within the caller's transaction, which holds {@link #lock}. Returns the amount of its work: 0 if
     * no work remains. May throw {@link laurel.database.partition.MissingPartitionException}; the transaction is then repeated.
     *
     * @param size maximum amount of work
     */
    int processPart(int app, int size, Instant now);
}
