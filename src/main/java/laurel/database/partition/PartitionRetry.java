package laurel.database.partition;

import java.util.function.Supplier;
import laurel.database.sql.Sql;

/** Runs transactions that may find a partition missing. The partition is created, and the transaction runs again. */
public final class PartitionRetry {
    /** Largest number of attempts. Concurrent changes may make a partition missing again. */
    private static final int MAX_ATTEMPTS = 5;

    private PartitionRetry() {}

    /**
     * Runs work in a transaction, and runs it again after a {@link MissingPartitionException}. Throws the exception of the
     * last attempt.
     */
    public static <T> T inTransaction(Sql sql, Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return sql.inTransaction(work);
            } catch (MissingPartitionException e) {
                if (attempt == MAX_ATTEMPTS) {
                    throw e;
                }
                e.prepare();
            }
        }
    }
}
