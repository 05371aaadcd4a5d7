package laurel.api.operation;

/** A connection that stays. */
public interface LiveConnection {
    /**
     * Asks a quiet client whether it is there, and leaves one that is not.
     *
     * @param nanos now, of {@link System#nanoTime}
     */
    void look(long nanos, ConnectionLimits limits);

    /** The service stops. */
    void goAway();
}
