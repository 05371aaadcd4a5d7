package laurel.database;

import java.sql.SQLException;
import org.jdbi.v3.core.Handle;

/** Transactions that read or write all of a ranking, however many stand in it, and for which nobody waits with a deadline. */
public final class Unhurried {
    private static final String NO_TIMEOUT = "SET LOCAL statement_timeout = 0";

    private Unhurried() {}

    /** From here to its end the transaction takes as long as it takes, and the driver waits for it. */
    public static void make(Handle transaction) {
        try {
            // The pool gives a connection back as it was.
            transaction.getConnection().setNetworkTimeout(Runnable::run, 0);
        } catch (SQLException e) {
            throw new IllegalStateException("no network timeout can be set", e);
        }
        transaction.execute(NO_TIMEOUT);
    }
}
