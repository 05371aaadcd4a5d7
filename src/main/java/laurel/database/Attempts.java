package laurel.database;

import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;

/** Transactions that may find something missing, which is then made, and all is tried again. */
public final class Attempts {
    /** How often something may be missing, because others change things meanwhile, before it is given up. */
    private static final int MOST = 5;

    private Attempts() {}

    /** Runs work in a transaction, again whenever it throws {@link UnpreparedException}: the last of those is thrown on. */
    public static <T, X extends Exception> T inTransaction(Jdbi jdbi, HandleCallback<T, X> work) throws X {
        for (int attempt = 1; ; attempt++) {
            try {
                return jdbi.inTransaction(work);
            } catch (UnpreparedException e) {
                if (attempt == MOST) {
                    throw e;
                }
                e.prepare();
            }
        }
    }
}
