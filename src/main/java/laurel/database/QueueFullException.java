package laurel.database;

/** Too many requests of a {@link Batcher} wait; the request was not run. */
public final class QueueFullException extends RuntimeException {
    private final int limit;

    QueueFullException(int limit) {
        super("more than " + limit + " are waiting", null, false, false);
        this.limit = limit;
    }

    /** Maximum size of the requests that wait, in the lane or in all lanes. */
    public int limit() {
        return limit;
    }
}
