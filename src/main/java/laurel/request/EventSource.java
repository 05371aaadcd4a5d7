package laurel.request;

/** The source of a subscription's emissions. Fetchers of the fields of Subscription return one. */
public interface EventSource {
    /**
     * Starts to emit to this listener, one emission after another, on the source's own threads, until the subscription is
     * closed. The first emission may come before this method returns.
     */
    Subscription subscribe(EventListener listener);

    /** Number of standings of a ranking that a subscription follows, which are kept in memory. */
    default int followedStandings() {
        return 0;
    }

    /** A running subscription. Soon after it is closed, its source emits nothing more. Closing it twice has no effect. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
