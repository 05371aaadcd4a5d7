package laurel.request;

/** The source of a subscription's emissions. Fetchers of the fields of {@code Subscription} return one. */
public interface EventSource {
    /*     * Starts to send emissions to this listener, one at a time, on threads of the source, until the subscription is closed.
     * The first may arrive before this method returns.
     */
    Subscription subscribe(EventListener listener);

    /** An open subscription. Closing it stops the emissions soon after, and frees its memory. Closing twice has no effect. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
