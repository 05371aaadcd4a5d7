package laurel.request;

/** Where the emissions of a subscription come from: what the fetcher of a field of Subscription gives. */
public interface EventSource {
    /**
     * Begins to tell this listener, one emission after the other, on threads of the source's own, until the answer is
     * closed. The first may come before this returns.
     */
    Telling tell(EventListener listener);

    /** Ends by being closed: nothing is told any more soon after, and nothing is kept. Closing twice does nothing. */
    interface Telling extends AutoCloseable {
        @Override
        void close();
    }
}
