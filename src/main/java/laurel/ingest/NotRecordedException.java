package laurel.ingest;

/** Recording entries failed although the service does not seem to be overloaded or unavailable: an entry may be the cause. */
public final class NotRecordedException extends RuntimeException {
    private final RuntimeException failure;

    NotRecordedException(RuntimeException failure) {
        super(failure);
        this.failure = failure;
    }

    public RuntimeException failure() {
        return failure;
    }

    /** The message of the first cause, for an operator. */
    public String reason() {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
