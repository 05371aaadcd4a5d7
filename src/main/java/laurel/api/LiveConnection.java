package laurel.api;

/** A connection that stays. */
interface LiveConnection {
    /**
     * Asks a quiet client whether it is there, and leaves one that is not.
     *
     * @param nanos now, of {@link System#nanoTime}
     */
    void look(long nanos, LiveLimits limits);

    /** The service stops. */
    void goAway();
}
