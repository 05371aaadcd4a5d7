package laurel.database.sql;

/**
 * Removes the timeouts of a transaction that may read or write all entries of a ranking and that no request waits for.
 */
public final class NoTimeout {
    private static final String NO_TIMEOUT = "SET LOCAL statement_timeout = 0";

    private static final String MAY_IDLE = "SET LOCAL idle_in_transaction_session_timeout = 0";

    private NoTimeout() {}

    /** Removes the timeouts of the current transaction, in the server and in the driver. */
    public static void applyTo(Sql transaction) {
        transaction.use(connection -> {
            // The pool resets the timeout of the driver.
            connection.setNetworkTimeout(Runnable::run, 0);
            return connection;
        });
        transaction.execute(NO_TIMEOUT);
    }

    /** Lets the current transaction wait between statements. Each statement keeps its timeout. */
    public static void allowIdle(Sql transaction) {
        transaction.execute(MAY_IDLE);
    }
}
