package laurel.database.sql;

/**
 * Transactions that read or write all of a ranking, however many stand in it, and for which nobody waits with a
 * deadline.
 */
public final class NoTimeout {
    private static final String NO_TIMEOUT = "SET LOCAL statement_timeout = 0";

    private NoTimeout() {}

    /** From here to its end the transaction takes as long as it takes, and the driver waits for it. */
    public static void make(Sql transaction) {
        transaction.use(connection -> {
            // The pool gives a connection back as it was.
            connection.setNetworkTimeout(Runnable::run, 0);
            return connection;
        });
        transaction.execute(NO_TIMEOUT);
    }
}
