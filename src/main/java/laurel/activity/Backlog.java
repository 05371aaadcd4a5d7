package laurel.activity;

import java.time.Instant;
import java.util.List;

/** Work on the activity of apps that is too long for one transaction; see {@link BacklogProcessor}. */
public interface Backlog {
    /** Unique among all such work: {@code day-scores}. */
    String name();

    /** The apps in which something is left to do. */
    List<Integer> apps();

    /** How much is left to do, counted up to a limit. */
    long left(int most);

    /** Before each transaction: makes what it needs and would not be able to make. */
    default void prepare(Instant now) {}

    /**
     * Does the next part in the caller's transaction, which holds the lock of the app's activity. Returns false if
     * nothing is left. May throw {@link laurel.database.partition.MissingPartitionException}.
     */
    boolean part(int app, Instant now);
}
