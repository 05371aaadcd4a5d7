package laurel.api.operation;

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
}
