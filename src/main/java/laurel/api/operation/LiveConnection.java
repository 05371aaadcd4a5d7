package laurel.api.operation;

import laurel.api.access.Caller;
import org.jspecify.annotations.Nullable;

/** A connection that stays open. */
public interface LiveConnection {
    /**
     * Pings a silent client, and closes the connection of a dead one.
     *
     * @param nanos the current {@link System#nanoTime}
     */
    void check(long nanos, ConnectionLimits limits);

    /** Closes the connection because the service stops. */
    void close();

    /** The caller; null while it is not known yet. */
    @Nullable
    Caller caller();

    /** Closes the connection because its caller may no longer use it. */
    void revoke(String reason);
}
