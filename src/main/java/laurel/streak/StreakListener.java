package laurel.streak;

import java.time.Instant;
import java.util.Collection;
import org.jdbi.v3.core.Handle;

/**
 * Told how streaks change by anything but activity, in the transaction that does it: what a listener does with the handle is part
 * of it. It may throw {@link laurel.database.UnpreparedException}.
 */
public interface StreakListener {
    /** Before the transaction: makes what it needs and would not be able to make. */
    default void prepareChange(Instant now) {}

    void changed(Handle transaction, int app, Collection<StreakChange> changes, Instant now);
}
