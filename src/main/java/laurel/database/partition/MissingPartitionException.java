package laurel.database.partition;

/** A partition or slice is missing and cannot be created in this transaction. After it is created the transaction runs again. */
public class MissingPartitionException extends RuntimeException {
    private final transient Runnable preparation;

    /** @param preparation creates what is missing, in separate transactions */
    public MissingPartitionException(String message, Runnable preparation) {
        super(message, null, false, false);
        this.preparation = preparation;
    }

    /** Creates what is missing. */
    void prepare() {
        preparation.run();
    }
}
