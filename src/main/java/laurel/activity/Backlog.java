package laurel.activity;

import java.time.Instant;
import java.util.List;

/** Work on the activity of apps that is too long for one transaction. {@link BacklogProcessor} processes it in parts. */
public interface Backlog {
    /** Returns the name, such as {@code day-scores}. Unique. */
    String name();

    /** Returns the apps with remaining work. */
    List<Integer> apps();

    /** Returns the amount of remaining work, counted up to a limit. */
    long size(int limit);

    /** Called before each transaction. Creates what the work needs and cannot create in the transaction. */
    default void prepare(Instant now) {}

    /**
     * Processes the next part within the caller's transaction, which holds the app's activity lock. Returns false if no work
     * remains. May throw {@link laurel.database.partition.MissingPartitionException}; the transaction is then repeated.
     */
    boolean processPart(int app, Instant now);
}
