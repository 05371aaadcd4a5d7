package laurel.database.partition;

import java.util.function.Supplier;
import laurel.database.sql.Sql;

/** Transactions that may find something missing, which is then made, and all is tried again. */
public final class Attempts {
    /** How often something may be missing, because others change things meanwhile, before it is given up. */
    private static final int MOST = 5;

    private Attempts() {}

    /**
     * Runs work in a transaction, again whenever it throws {@link MissingPartitionException}: the last of those is
     * thrown on.
     */
    public static <T> T inTransaction(Sql sql, Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return sql.inTransaction(work);
            } catch (MissingPartitionException e) {
                if (attempt == MOST) {
                    throw e;
                }
                e.prepare();
            }
        }
    }
}
