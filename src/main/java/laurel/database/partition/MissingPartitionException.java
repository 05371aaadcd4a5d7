package laurel.database.partition;

/** Something is missing that cannot be made inside a transaction. Once it is made the whole transaction is tried again. */
public class MissingPartitionException extends RuntimeException {
    private final transient Runnable preparation;

    /** @param preparation makes what is missing, in transactions of its own */
    public MissingPartitionException(String message, Runnable preparation) {
        super(message, null, false, false);
        this.preparation = preparation;
    }

    /** Makes what is missing. */
    void prepare() {
        preparation.run();
    }
}
